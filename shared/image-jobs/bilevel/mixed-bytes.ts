import { bytesPerRow } from '../../codecs/bitmap.ts';
import type { BilevelImage } from '../types.ts';

/**
 * Returns whether a one-bit image has more bytes with a neighbor of another color than allowed. Each of their pixels
 * has a context of its own, while large areas of one color are encoded at once.
 * @param rows packed rows of samples
 */
export function isTooMixed(
  { width, height, maxMixedBytes }: Omit<BilevelImage, 'source'>,
  rows: Uint8Array,
): boolean {
  if (maxMixedBytes === undefined) return false;
  const stride = bytesPerRow(width);
  let mixed = 0;
  for (let at = 0; at < stride * height; at += 1) {
    const byte = rows[at];
    const isPlain = byte === 0 || byte === 0xff;
    if (isPlain && (at === 0 || byte === rows[at - 1]) && (at < stride || byte === rows[at - stride]))
      continue;
    mixed += 1;
    if (mixed > maxMixedBytes) return true;
  }
  return false;
}
