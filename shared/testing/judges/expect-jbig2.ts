import { expect } from 'vitest';
import { type Bitmap, bitmapFromSamples } from '../../codecs/bitmap.ts';
import { decodeJbig2 } from '../../codecs/jbig2/decode.ts';
import { pdfiumJbig2 } from '../oracles/pdfium-bilevel.ts';
import { pdfjsJbig2 } from '../oracles/pdfjs-jbig2.ts';

/** Expects that our decoder, pdf.js' and PDFium's draw exactly the bitmap from the embedded stream. */
export function expectJbig2(data: Uint8Array, bitmap: Bitmap, globals: Uint8Array | null = null): void {
  const { width, height } = bitmap;
  expect(jbig2Page(data, globals, width * height)).toEqual(bitmap);
  expect(pdfjsJbig2(data, globals, width, height)).toEqual(bitmap.data);
  const samples = pdfiumJbig2(data, width, height, globals ?? undefined);
  expect(samples).not.toBeNull();
  expect(bitmapFromSamples(samples!, width, height)).toEqual(bitmap);
}

/** The page that our decoder reads. */
export function jbig2Page(data: Uint8Array, globals: Uint8Array | null, maxPixels: number): Bitmap {
  const reading = decodeJbig2(data, globals, maxPixels);
  if (reading.kind === 'failed') throw new Error(reading.problem);
  return reading.bitmap;
}
