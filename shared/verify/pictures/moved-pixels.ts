import { type Bitmap, bitmapFromSamples, bytesPerRow } from '../../codecs/bitmap.ts';
import { judgeMovedPixels, type MovedPixels } from '../../codecs/moved-pixels/judge.ts';
import type { MovedPixelsFound } from '../../verification.ts';
import type { Samples } from './thumbnail.ts';

/** Judges the differing pixels of two one-bit images; null if they are equal. */
export function movedBetween(before: Samples, after: Samples): MovedPixels | null {
  const moved = judgeMovedPixels(bitmapOf(before), bitmapOf(after));
  return moved.moved === 0 ? null : moved;
}

/** One sample per byte, 0 or 1; 0 is black. */
function bitmapOf({ width, height, values }: Samples): Bitmap {
  const stride = bytesPerRow(width);
  const rows = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows[y * stride + (x >> 3)]! |= values[y * width + x]! << (7 - (x & 7));
  }
  return bitmapFromSamples(rows, width, height);
}

/** Adds the moved pixels of another image. */
export function withMoved(
  sum: MovedPixelsFound | null,
  { moved, longestRun, broken }: MovedPixels,
): MovedPixelsFound {
  return {
    pictures: (sum?.pictures ?? 0) + 1,
    pixels: (sum?.pixels ?? 0) + moved,
    longestRun: Math.max(sum?.longestRun ?? 0, longestRun),
    broken: [...new Set([...(sum?.broken ?? []), ...broken])].sort(),
  };
}
