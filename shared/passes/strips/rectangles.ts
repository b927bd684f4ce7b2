import { appendAll } from '../../lists.ts';
import type { Part } from './strip.ts';

/** Parts that cover a rectangle, in pixels. */
interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly parts: readonly Part[];
}

/** Groups parts that cover rectangles without gaps: rows of a grid and then all of them, or its columns first. */
export function rectanglesOf(parts: readonly Part[]): readonly (readonly Part[])[] {
  const single = parts.map((part) => {
    const { left, top, image } = part;
    return { left, top, width: image.width, height: image.height, parts: [part] };
  });
  const rowsFirst = oneBelowTheOther(sideBySide(single));
  const columnsFirst = sideBySide(oneBelowTheOther(single));
  const fewer = columnsFirst.length < rowsFirst.length ? columnsFirst : rowsFirst;
  return fewer.map((rectangle) => rectangle.parts);
}

function sideBySide(rectangles: readonly Rectangle[]): readonly Rectangle[] {
  const sorted = rectangles.toSorted((a, b) => a.top - b.top || a.height - b.height || a.left - b.left);
  return merged(sorted, (last, next) => {
    const isBeside =
      next.top === last.top &&
      next.height === last.height &&
      next.left === last.left + last.width &&
      last.width % next.parts[0]!.unit.width === 0;
    return isBeside ? { ...last, width: last.width + next.width } : null;
  });
}

function oneBelowTheOther(rectangles: readonly Rectangle[]): readonly Rectangle[] {
  const sorted = rectangles.toSorted((a, b) => a.left - b.left || a.width - b.width || a.top - b.top);
  return merged(sorted, (last, next) => {
    const isBelow =
      next.left === last.left &&
      next.width === last.width &&
      next.top === last.top + last.height &&
      last.height % next.parts[0]!.unit.height === 0;
    return isBelow ? { ...last, height: last.height + next.height } : null;
  });
}

/** Merges neighbors in the list if `join` returns a rectangle. */
function merged(
  sorted: readonly Rectangle[],
  join: (last: Rectangle, next: Rectangle) => Rectangle | null,
): readonly Rectangle[] {
  const out: (Rectangle & { readonly parts: Part[] })[] = [];
  for (const next of sorted) {
    const last = out[out.length - 1]!;
    const both = last === undefined ? null : join(last, next);
    if (both === null) {
      out.push({ ...next, parts: [...next.parts] });
    } else {
      appendAll(last.parts, next.parts);
      out[out.length - 1] = { ...both, parts: last.parts };
    }
  }
  return out;
}
