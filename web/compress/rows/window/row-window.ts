/** Rows that are rendered: `from` to `end`, exclusive, with the heights of those before and after. */
export interface RowWindow {
  readonly from: number;
  readonly end: number;
  readonly before: number;
  readonly after: number;
}

/** Windows begin and end at multiples of this, so that few scroll events change them. */
const STEP = 5;

/**
 * The rows in the viewport and one viewport on each side of it.
 *
 * @param heights in pixels, of all rows
 * @param top position of the viewport's top below the list's top, in pixels; negative above it
 */
export function rowWindow(heights: readonly number[], top: number, viewport: number): RowWindow {
  const [first, last] = [top - viewport, top + 2 * viewport];
  let [y, from, end] = [0, heights.length, 0];
  for (const [index, height] of heights.entries()) {
    if (y + height > first && y < last) {
      from = Math.min(from, index);
      end = index + 1;
    }
    y += height;
  }
  // The list is not in view.
  if (end === 0) [from, end] = top < 0 ? [0, 1] : [heights.length - 1, heights.length];
  from = Math.floor(from / STEP) * STEP;
  end = Math.min(heights.length, Math.ceil(end / STEP) * STEP);
  return { from, end, before: sum(heights.slice(0, from)), after: sum(heights.slice(end)) };
}

function sum(heights: readonly number[]): number {
  return heights.reduce((all, height) => all + height, 0);
}
