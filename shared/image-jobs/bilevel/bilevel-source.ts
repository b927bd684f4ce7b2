import { type Bitmap, sameBitmap } from '../../codecs/bitmap.ts';
import { decodeCcitt } from '../../codecs/ccitt/decode.ts';
import { decodeJbig2 } from '../../codecs/jbig2/decode.ts';
import { isCutOff, regionPixels } from '../../codecs/jbig2/read-segments.ts';
import { pdfiumCcitt, pdfiumJbig2 } from '../../codecs/pdfium/pdfium-bilevel.ts';
import type { SkipReason } from '../../report.ts';
import type { ImageSource } from '../types.ts';

export type BilevelSource = Extract<ImageSource, { kind: 'ccitt' | 'jbig2' }>;

type Unread = Extract<SkipReason, 'damaged-data' | 'decoders-differ' | 'too-many-pixels'>;

export type BilevelReading =
  | { readonly kind: 'bits'; readonly bitmap: Bitmap }
  | { readonly kind: 'unread'; readonly reason: Unread };

/**
 * Maximum times that regions may cover a JBIG2 page. Letters, halftones and the rest make three; each costs
 * time per pixel, which a few bytes can cause.
 */
const MAX_LAYERS = 16;

/**
 * Decodes a fax or JBIG2 image of this size if two independent decoders agree exactly: PDFium's and our own.
 * PDFium was found to decode some streams wrongly. If the first decoder fails (our own for fax, PDFium's for
 * JBIG2), the result is `damaged-data`; if the other one disagrees or fails, `decoders-differ`.
 * @param pdfium the compiled `jbig2.wasm`
 */
export function readBilevel(
  width: number,
  height: number,
  source: BilevelSource,
  pdfium: WebAssembly.Module,
): BilevelReading {
  return source.kind === 'ccitt'
    ? readFax(width, height, source, pdfium)
    : readJbig2(width, height, source, pdfium);
}

type Source<Kind> = Extract<BilevelSource, { kind: Kind }>;

function readFax(
  width: number,
  height: number,
  { data, params }: Source<'ccitt'>,
  pdfium: WebAssembly.Module,
): BilevelReading {
  const { bitmap, damaged } = decodeCcitt(data, params, height);
  if (damaged || bitmap.width !== width || bitmap.height !== height) return unread('damaged-data');
  return agreed(bitmap, pdfiumCcitt(pdfium, data, params, height));
}

function readJbig2(
  width: number,
  height: number,
  { data, globals }: Source<'jbig2'>,
  pdfium: WebAssembly.Module,
): BilevelReading {
  if (isCutOff(data) || (globals !== null && isCutOff(globals))) return unread('damaged-data');
  if (regionPixels(data) > width * height * MAX_LAYERS) return unread('too-many-pixels');
  const bitmap = pdfiumJbig2(pdfium, data, globals, width, height);
  if (bitmap === null) return unread('damaged-data');
  const reading = decodeJbig2(data, globals, width * height);
  return agreed(bitmap, reading.kind === 'page' ? reading.bitmap : null);
}

function agreed(one: Bitmap, other: Bitmap | null): BilevelReading {
  const isSame = other !== null && sameBitmap(one, other);
  return isSame ? { kind: 'bits', bitmap: one } : unread('decoders-differ');
}

function unread(reason: Unread): BilevelReading {
  return { kind: 'unread', reason };
}
