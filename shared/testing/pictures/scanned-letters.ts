import type { Bitmap } from '../../codecs/bitmap.ts';
import { bitmapOf, isBlack } from './bitmaps.ts';

/** The page as scanned: one edge pixel in `oneIn` is flipped, at different places for each seed. */
export function scanned(page: Bitmap, seed: number, oneIn: number): Bitmap {
  const { width, height } = page;
  return bitmapOf(width, height, (x, y) => {
    const black = isBlack(page, x, y);
    const sides = [
      isBlack(page, x - 1, y),
      isBlack(page, x + 1, y),
      isBlack(page, x, y - 1),
      isBlack(page, x, y + 1),
    ];
    const isEdge = sides.some((side) => side !== black);
    const random = Math.imul((y * width + x) ^ Math.imul(seed, 0x9e3779b1), 0x85ebca6b) >>> 8;
    return isEdge && (random ^ (random >>> 11)) % oneIn === 0 ? !black : black;
  });
}
