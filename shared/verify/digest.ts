import { sha256Hex } from '../codecs/digest/sha256.ts';
import { decodeStream } from '../pdf/filter/filters.ts';
import type { PDFRawStream } from '../pdf/objects.ts';

/** A high limit: the document's own limits apply during decoding. */
const MAX_BYTES = 256 * 1024 * 1024;
/** Digest characters that are enough to distinguish items without an adversary. */
const SHORT = 16;

/** Returns the decoded data of a stream, independent of its encoding; the stored bytes if it cannot be decoded. */
export function dataOf(stream: PDFRawStream): Uint8Array {
  const decoded = decodeStream(stream, MAX_BYTES);
  return decoded.kind === 'undecodable' ? stream.contents : decoded.bytes;
}

export function digestOf(stream: PDFRawStream): string {
  return sha256Hex(dataOf(stream)).slice(0, SHORT);
}
