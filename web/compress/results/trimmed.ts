import type { Crop } from '../../ui/BitmapCanvas.tsx';

/** White margins of a smaller share of the page stay. */
const MIN_MARGIN = 0.08;
/** Rest of a wide margin, as a share: ink never touches the edge of the picture. */
const KEPT_MARGIN = 0.02;
/** Samples this bright count as white. */
const WHITE = 250;

/**
 * The part of a page without its wide white margins; the whole page if there is nothing on it.
 *
 * @param pixels RGBA samples of a small picture of the page
 * @param page size of the picture that is cropped
 */
export function trimmed(
  { data, width, height }: Pick<ImageData, 'data' | 'width' | 'height'>,
  page: { readonly width: number; readonly height: number },
): Crop {
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let at = 0; at < data.length; at += 4) {
    if (data[at]! >= WHITE && data[at + 1]! >= WHITE && data[at + 2]! >= WHITE) continue;
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  if (right < 0) return { x: 0, y: 0, ...sizeOf(page) };
  const cut = (margin: number, of: number) => (margin > of * MIN_MARGIN ? margin / of - KEPT_MARGIN : 0);
  const [l, r] = [cut(left, width), cut(width - 1 - right, width)];
  const [t, b] = [cut(top, height), cut(height - 1 - bottom, height)];
  return {
    x: Math.round(l * page.width),
    y: Math.round(t * page.height),
    width: Math.max(1, Math.round((1 - l - r) * page.width)),
    height: Math.max(1, Math.round((1 - t - b) * page.height)),
  };
}

function sizeOf({ width, height }: { readonly width: number; readonly height: number }) {
  return { width, height };
}
