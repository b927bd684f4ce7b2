/** Revisions 5 and 6 use the first 127 bytes of the password in UTF-8 (ISO 32000-2, 7.6.4.3.3, a). */
const MAX_UTF8_BYTES = 127;

/** PDFDocEncoding where it differs from Latin-1 (ISO 32000-1, D.2). */
const PDF_DOC_CODES = new Map<string, number>([
  ...codesFrom(0x18, '˘ˇˆ˙˝˛˚˜'),
  ...codesFrom(0x80, '•†‡…—–ƒ⁄‹›−‰„“”‘’‚™\uFB01\uFB02ŁŒŠŸŽıłœšž'),
  ...codesFrom(0xa0, '€'),
]);

/**
 * Returns the possible encodings of a password for revisions 2 to 4, likeliest first. The standard requires
 * PDFDocEncoding; writers have also used UTF-8 and Latin-1.
 */
export function legacyPasswordBytes(password: string): Uint8Array[] {
  const encodings = [pdfDocEncoded(password), utf8(password), latin1Encoded(password)];
  return distinct(encodings.filter((bytes) => bytes !== null));
}

/**
 * Returns the possible encodings of a password for revisions 5 and 6, likeliest first: UTF-8 after
 * normalization (ISO 32000-2 requires SASLprep, RFC 4013), and UTF-8 as typed, which some writers use.
 */
export function unicodePasswordBytes(password: string): Uint8Array[] {
  const encodings = [utf8(normalised(password)), utf8(password)];
  return distinct(encodings.map((bytes) => bytes.subarray(0, MAX_UTF8_BYTES)));
}

/** Applies SASLprep to the text (RFC 4013, 2.1 and 2.2), but never refuses any. */
function normalised(password: string): string {
  return password
    .replace(/[\u00A0\u1680\u2000-\u200B\u202F\u205F\u3000]/gu, ' ') // RFC 3454, C.1.2
    .replace(/\u00AD|\u034F|\u1806|[\u180B-\u180D]|\u200C|\u200D|\u2060|[\uFE00-\uFE0F]|\uFEFF/gu, '') // B.1
    .normalize('NFKC');
}

function pdfDocEncoded(text: string): Uint8Array | null {
  return encoded(text, (character) => PDF_DOC_CODES.get(character) ?? codeSharedWithLatin1(character));
}

/** Returns Latin-1's code if PDFDocEncoding has the same character there, else null. */
function codeSharedWithLatin1(character: string): number | null {
  const code = character.codePointAt(0)!;
  const taken = (code >= 0x18 && code <= 0x1f) || (code >= 0x7f && code <= 0xa0) || code === 0xad;
  return taken || code > 0xff ? null : code;
}

function latin1Encoded(text: string): Uint8Array | null {
  return encoded(text, (character) => {
    const code = character.codePointAt(0)!;
    return code > 0xff ? null : code;
  });
}

/** Encodes one byte per character; null if a character has no code. */
function encoded(text: string, codeOf: (character: string) => number | null): Uint8Array | null {
  const codes: number[] = [];
  for (const character of text) {
    const code = codeOf(character);
    if (code === null) return null;
    codes.push(code);
  }
  return Uint8Array.from(codes);
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function distinct(candidates: readonly Uint8Array[]): Uint8Array[] {
  return [...new Map(candidates.map((bytes) => [bytes.join(), bytes])).values()];
}

function codesFrom(first: number, characters: string): [string, number][] {
  return [...characters].map((character, index) => [character, first + index]);
}
