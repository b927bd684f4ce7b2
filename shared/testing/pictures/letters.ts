import type { Bitmap } from '../../codecs/bitmap.ts';
import { bitmapOf } from './bitmaps.ts';

/** Computer-drawn letters: forty kinds 24 of 30 rows high, in a different order on each page. */
export function lettersOf(seed: number, width = 600, height = 300): Bitmap {
  const kindAt = (column: number, row: number) =>
    ((Math.imul(seed * 7919 + row * 104_729 + column * 31, 0x9e3779b1) >>> 16) % 40) + 1;
  return bitmapOf(width, height, (x, y) => {
    const [dx, dy] = [(x % 30) - 3, (y % 30) - 3];
    if (dx < 0 || dy < 0 || dx >= 22 || dy >= 24) return false;
    const kind = kindAt(Math.floor(x / 30), Math.floor(y / 30));
    const cell = Math.floor(dx / 3) * 8 + Math.floor(dy / 3);
    return dx < 4 || ((Math.imul(kind * 613 + cell, 0x85ebca6b) >>> 12) % 5 < 2 && dy > 1) || dy > 20;
  });
}
