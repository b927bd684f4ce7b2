/** Character classes of PDF syntax (ISO 32000-2, 7.2.3) and searches in bytes. */

const WHITE = 1;
const DELIMITER = 2;

const CLASSES = new Uint8Array(256);
for (const code of [0, 9, 10, 12, 13, 32]) CLASSES[code] = WHITE;
for (const character of '()<>[]{}/%') CLASSES[character.charCodeAt(0)] = DELIMITER;

export function isWhite(byte: number): boolean {
  return CLASSES[byte] === WHITE;
}

/** Neither white space nor a delimiter: a byte of a number, keyword or name. */
export function isRegular(byte: number): boolean {
  return CLASSES[byte] === 0;
}

export function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

/** For shorter texts, a view and a call with many arguments cost more than a loop. */
const SHORT_TEXT = 64;

/** Decodes one character per byte. */
export function latin1(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  if (end - start <= SHORT_TEXT) {
    let at = start;
    for (; at + 4 <= end; at += 4)
      text += String.fromCharCode(bytes[at]!, bytes[at + 1]!, bytes[at + 2]!, bytes[at + 3]!);
    for (; at < end; at++) text += String.fromCharCode(bytes[at]!);
    return text;
  }
  // In pieces: a call has a limited number of arguments.
  for (let at = start; at < end; at += 4096) {
    text += String.fromCharCode(...bytes.subarray(at, Math.min(end, at + 4096)));
  }
  return text;
}

export function fromLatin1(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

export function startsWith(bytes: Uint8Array, at: number, word: string): boolean {
  if (at < 0 || at + word.length > bytes.length) return false;
  for (let i = 0; i < word.length; i++) if (bytes[at + i] !== word.charCodeAt(i)) return false;
  return true;
}

/** First position of `word` in [from, end), or -1. */
export function indexOf(bytes: Uint8Array, word: string, from: number, end = bytes.length): number {
  const first = word.charCodeAt(0);
  // Many short searches in a long file must not each run to its end.
  const within = end < bytes.length ? bytes.subarray(0, end) : bytes;
  const last = end - word.length;
  for (let at = within.indexOf(first, from); at >= 0 && at <= last; at = within.indexOf(first, at + 1)) {
    if (startsWith(bytes, at, word)) return at;
  }
  return -1;
}

/** Last position of `word` that starts in [from, bytes.length), or -1. */
export function lastIndexOf(bytes: Uint8Array, word: string, from = 0): number {
  for (let at = bytes.length - word.length; at >= from; at--) if (startsWith(bytes, at, word)) return at;
  return -1;
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
