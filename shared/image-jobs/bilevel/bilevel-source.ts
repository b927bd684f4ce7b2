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
 * How often the regions of one JBIG2 page may cover it. Letters, halftones and the rest make three; each takes time for
 * its pixels, which a few bytes can promise.
 */
const MAX_LAYERS = 16;

/**
 * The bits of a fax or JBIG2 image of this size where two decoders that have nothing in common read the same, to the
 * bit: PDFium's, and our own for fax or pdf.js' for JBIG2. Each was found to draw streams wrongly that the other reads.
 *
 * The one that bounds what it takes goes first (our own, PDFium's). What it cannot read is `damaged-data`; what the
 * other then reads otherwise, or not at all, is `decoders-differ`.
 *
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
  return agreed(bitmap, decodeJbig2(data, globals, width * height));
}

function agreed(one: Bitmap, other: Bitmap | null): BilevelReading {
  const isSame = other !== null && sameBitmap(one, other);
  return isSame ? { kind: 'bits', bitmap: one } : unread('decoders-differ');
}

function unread(reason: Unread): BilevelReading {
  return { kind: 'unread', reason };
}
