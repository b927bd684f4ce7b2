import { type Bitmap, bytesPerRow } from '../bitmap.ts';

/** One side of a black pixel that borders white: a place on a contour. */
export interface ContourSide {
  readonly x: number;
  readonly y: number;
  /** Side with the white pixel: 0 above, 1 right, 2 below, 3 left. */
  readonly side: number;
}

/** Steps in x and y to the white pixel, by side; the contour runs clockwise, to the next side's neighbor. */
const TO_WHITE = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
] as const;

/** The pixel on the other side. */
export function whiteBeside({ x, y, side }: ContourSide): readonly [number, number] {
  return [x + TO_WHITE[side]![0], y + TO_WHITE[side]![1]];
}

/** The first side where the pixel borders the other color, as a side of the black one of both; else null. */
export function contourAt(page: Bitmap, x: number, y: number): ContourSide | null {
  const color = pixelAt(page, x, y);
  for (let side = 0; side < 4; side++) {
    const [dx, dy] = TO_WHITE[side]!;
    if (pixelAt(page, x + dx, y + dy) === color) continue;
    return color === 1 ? { x, y, side } : { x: x + dx, y: y + dy, side: (side + 2) % 4 };
  }
  return null;
}

/**
 * Returns whether two contours take the same turns: each goes right, left, right … by the same numbers of pixels, and
 * down, up, down … too; only how both mix may differ. A bump, notch, bar or serif is a turn, even if it is one pixel
 * deep. (Words over letters of which some commute are equal if their projections are: R. Cori, D. Perrin, 1985.)
 */
export function takeSameTurns(before: Bitmap, one: ContourSide, after: Bitmap, other: ContourSide): boolean {
  const [was, is] = [turnsFrom(before, one), turnsFrom(after, other)];
  return isRotation(was.across, is.across) && isRotation(was.down, is.down);
}

/** Pixels from turn to turn: right and down are positive. */
interface Turns {
  readonly across: readonly number[];
  readonly down: readonly number[];
}

/** Follows the whole contour; black pixels connect by corners, too. */
function turnsFrom(page: Bitmap, from: ContourSide): Turns {
  const across: number[] = [];
  const down: number[] = [];
  let { x, y, side } = from;
  do {
    if (side % 2 === 0) addStep(across, side === 0 ? 1 : -1);
    else addStep(down, side === 1 ? 1 : -1);
    const [outX, outY] = TO_WHITE[side]!;
    const [aheadX, aheadY] = TO_WHITE[(side + 1) % 4]!;
    if (pixelAt(page, x + aheadX + outX, y + aheadY + outY) === 1) {
      x += aheadX + outX;
      y += aheadY + outY;
      side = (side + 3) % 4;
    } else if (pixelAt(page, x + aheadX, y + aheadY) === 1) {
      x += aheadX;
      y += aheadY;
    } else side = (side + 1) % 4;
  } while (x !== from.x || y !== from.y || side !== from.side);
  return { across: closed(across), down: closed(down) };
}

function addStep(runs: number[], step: 1 | -1): void {
  const last = runs.length - 1;
  if (last >= 0 && runs[last]! > 0 === step > 0) runs[last]! += step;
  else runs.push(step);
}

/** A contour that starts within a run ends with the rest of it. */
function closed(runs: readonly number[]): readonly number[] {
  const last = runs.length - 1;
  return runs[0]! > 0 === runs[last]! > 0 ? [runs[0]! + runs[last]!, ...runs.slice(1, last)] : runs;
}

/** Finds one in the other laid twice in a row (D. Knuth, J. Morris, V. Pratt, 1977): no contour takes long. */
function isRotation(one: readonly number[], other: readonly number[]): boolean {
  const size = one.length;
  if (size !== other.length) return false;
  const fallback = new Int32Array(size);
  for (let at = 1, matched = 0; at < size; at++) {
    while (matched > 0 && one[at] !== one[matched]) matched = fallback[matched - 1]!;
    if (one[at] === one[matched]) matched += 1;
    fallback[at] = matched;
  }
  for (let at = 0, matched = 0; at < size * 2; at++) {
    const value = other[at % size];
    while (matched > 0 && value !== one[matched]) matched = fallback[matched - 1]!;
    if (value === one[matched]) matched += 1;
    if (matched === size) return true;
  }
  return false;
}

/** 1 for black; white outside the page. */
function pixelAt({ width, height, data }: Bitmap, x: number, y: number): number {
  if (x < 0 || y < 0 || x >= width || y >= height) return 0;
  return (data[y * bytesPerRow(width) + (x >> 3)]! >> (7 - (x & 7))) & 1;
}
