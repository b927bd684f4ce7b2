import { sha256HexOf } from '../../codecs/digest/sha256.ts';
import { key, PDFArray, type PDFDict, PDFHexString } from '../objects.ts';

/** Of 16 bytes, two digits each. */
const HALF_DIGITS = 32;

/**
 * `/ID` (ISO 32000-2, 14.4) of a file that begins with these parts, null where the document has none. The first half
 * stays as it is for good; the second tells this file from others by what is in it, so that the same input and options
 * give the same bytes.
 */
export function identifierOf(trailer: PDFDict, parts: readonly Uint8Array[]): string | null {
  const id = trailer.lookup(key('ID'));
  const first = id instanceof PDFArray ? id.lookup(0) : undefined;
  if (first === undefined) return null;
  const second = PDFHexString.of(sha256HexOf(parts).slice(0, HALF_DIGITS));
  return `[${first.toString()}${second.toString()}]`;
}
