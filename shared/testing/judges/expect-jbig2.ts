import { expect } from 'vitest';
import { type Bitmap, bitmapFromSamples } from '../../codecs/bitmap.ts';
import { decodeJbig2 } from '../../codecs/jbig2/decode.ts';
import { pdfiumJbig2 } from '../oracles/pdfium-bilevel.ts';

/** Expects that both pdf.js' and PDFium's decoders draw exactly the bitmap from the embedded stream. */
export function expectJbig2(data: Uint8Array, bitmap: Bitmap, globals: Uint8Array | null = null): void {
  const { width, height } = bitmap;
  expect(decodeJbig2(data, globals, width * height)).toEqual(bitmap);
  const samples = pdfiumJbig2(data, width, height, globals ?? undefined);
  expect(samples).not.toBeNull();
  expect(bitmapFromSamples(samples!, width, height)).toEqual(bitmap);
}
