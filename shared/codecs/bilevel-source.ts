import type { Bitmap } from './bitmap.ts';
import { decodeCcitt } from './ccitt/decode.ts';
import { decodeJbig2 } from './jbig2/decode.ts';
import type { ImageSource } from './jobs/types.ts';

export type BilevelSource = Extract<ImageSource, { kind: 'ccitt' | 'jbig2' }>;

/** The bits of a fax or JBIG2 image of this size; null where readers would show different things. */
export function readBilevel(width: number, height: number, source: BilevelSource): Bitmap | null {
  const decoded =
    source.kind === 'ccitt'
      ? decodeCcitt(source.data, source.params, height)
      : decodeJbig2(source.data, source.globals, width * height);
  if (decoded === null || decoded.damaged) return null;
  const { bitmap } = decoded;
  return bitmap.width === width && bitmap.height === height ? bitmap : null;
}
