import { sha256 } from '@noble/hashes/sha2.js';
import { key, PDFArray, type PDFDict, PDFHexString } from '../objects.ts';

const HALF_BYTES = 16;

/**
 * `/ID` (ISO 32000-2, 14.4) of a file that begins with these parts, null where the document has none. The first half
 * stays as it is for good; the second tells this file from others by what is in it, so that the same input and options
 * give the same bytes.
 */
export function identifierOf(trailer: PDFDict, parts: readonly Uint8Array[]): string | null {
  const id = trailer.lookup(key('ID'));
  const first = id instanceof PDFArray ? id.lookup(0) : undefined;
  if (first === undefined) return null;
  const hash = sha256.create();
  for (const part of parts) hash.update(part);
  return `[${first.toString()}${PDFHexString.of(hex(hash.digest().subarray(0, HALF_BYTES))).toString()}]`;
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
