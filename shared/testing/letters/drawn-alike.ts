import { CLEAN, inkedLetter, type Letter } from './glyph-raster.ts';

/** Pixels at which outlines are compared, per pixel of the scan and axis. */
const FINE = 4;
/** Fine pixels by which one letter may be displaced: half a pixel of the scan. */
const REACH = FINE / 2;

/**
 * Returns the side of the largest square in which two letters differ as drawn, without noise, in pixels of a scan with
 * this many per em. A scanner hardly tells letters apart that differ nowhere by a whole pixel. Letters are laid on each
 * other by their upper left corners, displaced by up to half a pixel so that they differ least.
 */
export function widestDifference(one: Letter, other: Letter, pixelsPerEm: number): number {
  const [a, b] = [one, other].map((letter) => inked(letter, pixelsPerEm * FINE));
  let least = Number.POSITIVE_INFINITY;
  for (let y = -REACH; y <= REACH; y++) {
    for (let x = -REACH; x <= REACH; x++) least = Math.min(least, largestSquare(a!, b!, x, y, least));
  }
  return least / FINE;
}

interface Inked {
  readonly width: number;
  readonly height: number;
  /** One byte per pixel. */
  readonly pixels: Uint8Array;
}

/** Room on each side for displacements. */
const ROOM = REACH;

/** The letter from its first to its last column and row with ink. */
function inked(letter: Letter, pixelsPerEm: number): Inked {
  const { width, height, ink } = inkedLetter(letter, pixelsPerEm, CLEAN);
  const isInk = (x: number, y: number) => (ink[y * width + x]! >= CLEAN.threshold ? 1 : 0);
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (isInk(x, y) === 0) continue;
      [left, top] = [Math.min(left, x), Math.min(top, y)];
      [right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)];
    }
  }
  const size = { width: right - left + 2 * ROOM, height: bottom - top + 2 * ROOM };
  const pixels = new Uint8Array(size.width * size.height);
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      pixels[(y - top + ROOM) * size.width + x - left + ROOM] = isInk(x, y);
    }
  }
  return { ...size, pixels };
}

/** Side in fine pixels; `enough` stops the search. */
function largestSquare(a: Inked, b: Inked, right: number, down: number, enough: number): number {
  const [width, height] = [Math.max(a.width, b.width), Math.max(a.height, b.height)];
  let above = new Int32Array(width + 1);
  let row = new Int32Array(width + 1);
  let most = 0;
  for (let y = 0; y < height && most < enough; y++) {
    for (let x = 0; x < width; x++) {
      const differs = pixelOf(a, x, y) !== pixelOf(b, x - right, y - down);
      row[x + 1] = differs ? 1 + Math.min(above[x]!, above[x + 1]!, row[x]!) : 0;
      if (row[x + 1]! > most) most = row[x + 1]!;
    }
    [above, row] = [row, above];
  }
  return most;
}

function pixelOf({ width, height, pixels }: Inked, x: number, y: number): number {
  return x < 0 || y < 0 || x >= width || y >= height ? 0 : pixels[y * width + x]!;
}
