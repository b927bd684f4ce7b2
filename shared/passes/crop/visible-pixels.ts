import type { Crop } from '../../codecs/dct/cropped.ts';
import type { Matrix } from '../../pdf/content/matrix.ts';
import { isStraight, type SeenDraw } from '../../pdf/content/visible-images.ts';

/** Margin in pixels: readers interpolate neighbors. */
const MARGIN = 2;
/** Rounding error, in pixels. */
const NOISE = 1e-6;
/** Minimum hidden share that is worth rewriting the image. */
const MIN_HIDDEN = 0.05;

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the visible pixels of an image, extended to whole units or the image's edge. Null if nearly all are
 * visible or the image is drawn at an angle. For an invisible image the first unit remains.
 */
export function visiblePixels({ matrix, clip }: SeenDraw, size: Size, unit: Size): Crop | null {
  if (!isStraight(matrix)) return null;
  const [u1, v1] = unitAt(matrix, clip.left, clip.bottom);
  const [u2, v2] = unitAt(matrix, clip.right, clip.top);
  const across = pixelsBetween(u1, u2, size.width, unit.width);
  // The first row is at the top.
  const down = pixelsBetween(1 - v1, 1 - v2, size.height, unit.height);
  const isSeen = clip.left < clip.right && clip.bottom < clip.top && across !== null && down !== null;
  const first = { from: 0, length: 0 };
  const [x, y] = isSeen ? [across, down] : [first, first];
  const crop = {
    left: x.from,
    top: y.from,
    width: isSeen ? x.length : Math.min(unit.width, size.width),
    height: isSeen ? y.length : Math.min(unit.height, size.height),
  };
  const left = (crop.width * crop.height) / (size.width * size.height);
  return left > 1 - MIN_HIDDEN ? null : crop;
}

/** Maps a point to the unit square of a straight matrix. */
function unitAt([a, b, c, d, e, f]: Matrix, x: number, y: number): readonly [u: number, v: number] {
  return b === 0 && c === 0 ? [(x - e) / a, (y - f) / d] : [(y - f) / b, (x - e) / c];
}

/** Null if nothing lies between. */
function pixelsBetween(one: number, other: number, pixels: number, unit: number) {
  const first = Math.floor(Math.min(one, other) * pixels + NOISE) - MARGIN;
  const last = Math.ceil(Math.max(one, other) * pixels - NOISE) + MARGIN;
  if (!(last > 0) || !(first < pixels)) return null;
  const from = Math.floor(Math.max(0, first) / unit) * unit;
  const to = Math.min(pixels, Math.ceil(Math.min(pixels, last) / unit) * unit);
  return { from, length: to - from };
}

/** `s 0 0 t u v cm`: the part's place in the unit square of the whole. */
export function partOfSquare({ left, top, width, height }: Crop, size: Size): Matrix {
  const bottom = size.height - top - height;
  return [width / size.width, 0, 0, height / size.height, left / size.width, bottom / size.height];
}
