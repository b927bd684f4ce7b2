import { type Bitmap, bytesPerRow, clearPadding } from '../bitmap.ts';
import { Jbig2Image } from '../pdfjs-decoders.ts';
import { readJbig2Page } from './read-segments.ts';
import { watchedBytes } from './watched-bytes.ts';

/**
 * Decodes the embedded stream of JBIG2Decode, with `globals` as the data of `/JBIG2Globals`. Null if the page
 * exceeds `maxPixels`, is broken or truncated, or uses features that the decoder gets wrong silently.
 */
export function decodeJbig2(data: Uint8Array, globals: Uint8Array | null, maxPixels: number): Bitmap | null {
  const page = readJbig2Page(globals, data);
  if (page === null || page.width * page.height > maxPixels) return null;
  const { width, height } = page;

  const chunks = globals === null ? [data] : [globals, data];
  const rows = parseChunks(chunks);
  if (rows === null || rows.length !== bytesPerRow(width) * height) return null;
  clearPadding(rows, width, height);
  return { width, height, data: rows };
}

/** Null for any exception: besides Jbig2Error, broken data causes range and type errors inside the decoder. */
function parseChunks(chunks: readonly Uint8Array[]): Uint8Array | null {
  try {
    const watched = chunks.map((data) => ({ data: watchedBytes(data), start: 0, end: data.length }));
    const rows = new Jbig2Image().parseChunks(watched);
    return new Uint8Array(rows.buffer, rows.byteOffset, rows.length);
  } catch {
    return null;
  }
}
