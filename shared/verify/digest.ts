import { sha256Hex } from '../codecs/digest/sha256.ts';
import { decodeStream } from '../pdf/filter/filters.ts';
import type { PDFRawStream } from '../pdf/objects.ts';

/** Unpacked data may be as large as the document's limits let one stream be: those count when it is decoded. */
const MAX_BYTES = 256 * 1024 * 1024;
/** Characters of a digest that tell two things apart where nobody tries to make them equal. */
const SHORT = 16;

/** What the data of a stream is once it is unpacked, however it was packed; as it stands where it cannot be. */
export function dataOf(stream: PDFRawStream): Uint8Array {
  const decoded = decodeStream(stream, MAX_BYTES);
  return decoded.kind === 'undecodable' ? stream.contents : decoded.bytes;
}

export function digestOf(stream: PDFRawStream): string {
  return sha256Hex(dataOf(stream)).slice(0, SHORT);
}
