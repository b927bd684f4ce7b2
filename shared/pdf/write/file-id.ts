import { sha256HexOf } from '../../codecs/digest/sha256.ts';
import { key, PDFArray, type PDFDict, PDFHexString } from '../objects.ts';

/** 16 bytes as hexadecimal digits. */
const HALF_DIGITS = 32;

/**
 * Returns `/ID` (ISO 32000-2, 14.4) for a file that begins with these parts; null if the document has none.
 * The first half is permanent; the second is a hash of the content, so that the same input and options give
 * the same bytes.
 */
export function identifierOf(trailer: PDFDict, parts: readonly Uint8Array[]): string | null {
  const id = trailer.lookup(key('ID'));
  const first = id instanceof PDFArray ? id.lookup(0) : undefined;
  if (first === undefined) return null;
  const second = PDFHexString.of(sha256HexOf(parts).slice(0, HALF_DIGITS));
  return `[${first.toString()}${second.toString()}]`;
}
