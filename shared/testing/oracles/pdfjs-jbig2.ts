/// <reference path="../../codecs/pdfjs-image-decoders.d.ts" />
import { Jbig2Image } from 'pdfjs-dist/image_decoders/pdf.image_decoders.mjs';

/** pdf.js' own JBIG2 decoder in JavaScript. Packed rows, 1 = black; null for any exception or another size. */
export function pdfjsJbig2(
  data: Uint8Array,
  globals: Uint8Array | null,
  width: number,
  height: number,
): Uint8Array | null {
  const chunks = (globals === null ? [data] : [globals, data]).map((each) => ({
    data: each,
    start: 0,
    end: each.length,
  }));
  try {
    const rows = Uint8Array.from(new Jbig2Image().parseChunks(chunks));
    const stride = Math.ceil(width / 8);
    if (rows.length !== stride * height) return null;
    const padding = stride * 8 - width;
    for (let last = stride - 1; last < rows.length; last += stride) rows[last]! &= 0xff << padding;
    return rows;
  } catch {
    return null;
  }
}
