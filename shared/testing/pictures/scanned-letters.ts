import type { Bitmap } from '../../codecs/bitmap.ts';
import { bitmapOf, isBlack } from './bitmaps.ts';

/** Side of the squares in which `lettersOf` draws its letters. */
const CELL = 30;
/** Rows of a letter at which its edges step to the right, or a row later. */
const STEPS = [5, 10, 15, 20];

/**
 * Letters of `lettersOf` as a tilted scanner shows them: their edges have steps, at one of two rows for each letter and
 * seed. One edge pixel in `oneIn` is flipped.
 */
export function scanned(page: Bitmap, seed: number, oneIn = Number.POSITIVE_INFINITY): Bitmap {
  const { width, height } = page;
  const tilted = bitmapOf(width, height, (x, y) => {
    const letter = Math.floor(y / CELL) * 1009 + Math.floor(x / CELL);
    const late = STEPS.map((_, step) => random(letter * STEPS.length + step, seed) % 2);
    const tilt = STEPS.filter((row, step) => y % CELL >= row + late[step]!).length;
    return x % CELL >= tilt && isBlack(page, x - tilt, y);
  });
  return bitmapOf(width, height, (x, y) => {
    const black = isBlack(tilted, x, y);
    const sides = [
      isBlack(tilted, x - 1, y),
      isBlack(tilted, x + 1, y),
      isBlack(tilted, x, y - 1),
      isBlack(tilted, x, y + 1),
    ];
    const isEdge = sides.some((side) => side !== black);
    return isEdge && random(y * width + x, seed) % oneIn === 0 ? !black : black;
  });
}

function random(at: number, seed: number): number {
  const mixed = Math.imul(at ^ Math.imul(seed, 0x9e3779b1), 0x85ebca6b) >>> 8;
  return mixed ^ (mixed >>> 11);
}
