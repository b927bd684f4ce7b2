import { isWhite } from '../bytes.ts';
import { key, nameText, PDFArray, PDFDict, PDFName } from '../objects.ts';
import type { Cipher, EncryptDictionary, Resolve } from './encrypt-dictionary.ts';

/** Role of a stream, as far as it affects encryption (ISO 32000-2, tables 20 and 21). */
export type StreamRole = 'ordinary' | 'document-metadata' | 'embedded-file';

/** Returns the cipher of a stream's data; null if its crypt filter is unknown. */
export function cipherOfStream(
  dictionary: EncryptDictionary,
  stream: PDFDict,
  role: StreamRole,
  resolve: Resolve,
): Cipher | null {
  const type = nameOf(stream, 'Type', resolve);
  if (type === 'XRef') return 'none'; // 7.5.8.2
  if (dictionary.version >= 4) {
    const ownFilter = ownCryptFilter(stream, resolve);
    if (ownFilter !== null) return dictionary.cryptFilters.get(ownFilter) ?? null;
  }
  if (role === 'document-metadata' && !dictionary.encryptsMetadata) return 'none';
  if (role === 'embedded-file' || type === 'EmbeddedFile') return dictionary.embeddedFiles;
  return dictionary.streams;
}

/**
 * Returns whether a metadata stream is unencrypted although the standard requires encryption.
 * `/EncryptMetadata false` exempts only the document's own stream (table 21), but writers (qpdf 11 among
 * them) leave all of them unencrypted. Encrypted data starts with 16 bytes of text by a chance of one in
 * millions.
 */
export function isMetadataInPlain(
  dictionary: EncryptDictionary,
  stream: PDFDict,
  bytes: Uint8Array,
  resolve: Resolve,
): boolean {
  if (dictionary.encryptsMetadata || nameOf(stream, 'Type', resolve) !== 'Metadata') return false;
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0; // a byte order mark
  const opening = bytes.subarray(start, start + 16);
  return opening.length === 16 && opening.every((byte) => (byte >= 0x20 && byte < 0x7f) || isWhite(byte));
}

/** Returns `/Name` of the stream's own Crypt filter; null if it has no such filter. */
function ownCryptFilter(stream: PDFDict, resolve: Resolve): string | null {
  const filters = itemsOf(stream, 'Filter', resolve);
  const index = filters.findIndex((filter) => filter instanceof PDFName && nameText(filter) === 'Crypt');
  if (index < 0) return null;
  const params = itemsOf(stream, 'DecodeParms', resolve)[index];
  return (params instanceof PDFDict ? nameOf(params, 'Name', resolve) : null) ?? 'Identity'; // table 14
}

function itemsOf(stream: PDFDict, entry: string, resolve: Resolve) {
  const value = resolve(stream.get(key(entry)));
  return value instanceof PDFArray ? value.asArray().map((item) => resolve(item)) : [value];
}

function nameOf(dict: PDFDict, entry: string, resolve: Resolve): string | null {
  const value = resolve(dict.get(key(entry)));
  return value instanceof PDFName ? nameText(value) : null;
}
