/** Strings of content streams: decoding, and the shortest encoding (ISO 32000-2, 7.3.4). */

const OPEN = 0x28;
const CLOSE = 0x29;
const BACKSLASH = 0x5c;
const CR = 0x0d;
const LF = 0x0a;
const HEX_DIGITS = new TextEncoder().encode('0123456789abcdef');

/** Values of hexadecimal digits; -1 for other bytes. */
const HEX_VALUES = new Int8Array(256).fill(-1);
for (let value = 0; value < 16; value++) {
  HEX_VALUES[value.toString(16).charCodeAt(0)] = value;
  HEX_VALUES[value.toString(16).toUpperCase().charCodeAt(0)] = value;
}

/** Bytes for the letter after a backslash; other letters are literal. */
const ESCAPES = Uint8Array.from({ length: 256 }, (_, byte) => byte);
for (const [letter, byte] of Object.entries({ n: 10, r: 13, t: 9, b: 8, f: 12 })) {
  ESCAPES[letter.charCodeAt(0)] = byte;
}

/** Returns the end of the literal string at `start`, after its parenthesis; `limit` if it is missing. */
export function literalEnd(bytes: Uint8Array, start: number, limit: number): number {
  let depth = 0;
  for (let at = start; at < limit; at++) {
    const byte = bytes[at];
    if (byte === BACKSLASH) at += 1;
    else if (byte === OPEN) depth += 1;
    else if (byte === CLOSE && --depth === 0) return at + 1;
  }
  return limit;
}

/**
 * Decodes the string in [start, end), brackets included, to `out`. The result is never longer than the
 * source.
 * @returns the number of bytes
 */
export function decodeString(bytes: Uint8Array, start: number, end: number, out: Uint8Array): number {
  return bytes[start] === OPEN
    ? decodeLiteral(bytes, start + 1, end, out)
    : decodeHexadecimal(bytes, start + 1, end, out);
}

function decodeLiteral(bytes: Uint8Array, start: number, end: number, out: Uint8Array): number {
  let length = 0;
  let depth = 1;
  for (let at = start; at < end; ) {
    const byte = bytes[at++]!;
    if (byte === BACKSLASH) {
      const next = bytes[at]!;
      if (next >= 0x30 && next <= 0x37) {
        let code = 0;
        for (let digits = 0; digits < 3 && bytes[at]! >= 0x30 && bytes[at]! <= 0x37; digits++) {
          code = code * 8 + bytes[at++]! - 0x30;
        }
        out[length++] = code;
        continue;
      }
      at += 1;
      if (next === CR && bytes[at] === LF) at += 1;
      if (next !== CR && next !== LF) out[length++] = ESCAPES[next]!;
      continue;
    }
    if (byte === OPEN) depth += 1;
    else if (byte === CLOSE && --depth === 0) break;
    if (byte === CR) {
      // "An end-of-line marker within a literal string without a preceding REVERSE SOLIDUS shall be treated as a
      // byte value of (0Ah)" (7.3.4.2).
      if (bytes[at] === LF) at += 1;
      out[length++] = LF;
    } else {
      out[length++] = byte;
    }
  }
  return length;
}

function decodeHexadecimal(bytes: Uint8Array, start: number, end: number, out: Uint8Array): number {
  let length = 0;
  let high = -1;
  for (let at = start; at < end; at++) {
    const digit = HEX_VALUES[bytes[at]!]!;
    if (digit < 0) {
      if (bytes[at] === 0x3e) break;
    } else if (high < 0) {
      high = digit;
    } else {
      out[length++] = high * 16 + digit;
      high = -1;
    }
  }
  // "the final digit shall be assumed to be 0" (7.3.4.3)
  if (high >= 0) out[length++] = high * 16;
  return length;
}

/** Writes strings; reuses one buffer for their decoded bytes. */
export class StringWriter {
  #value = new Uint8Array(1024);

  /**
   * Writes the string in [start, end) to `out` at `at`: literal, hexadecimal or unchanged, whichever is
   * shortest.
   * @param mustBePrintable adds no bytes outside printable ASCII
   * @returns the end position in `out`
   */
  write(
    bytes: Uint8Array,
    start: number,
    end: number,
    out: Uint8Array,
    at: number,
    mustBePrintable: boolean,
  ): number {
    if (bytes[start] === OPEN && isShortLiteral(bytes, start, end)) return copy(bytes, start, end, out, at);
    if (end - start > this.#value.length) this.#value = new Uint8Array(2 * (end - start));
    const value = this.#value;
    const length = decodeString(bytes, start, end, value);
    const escapes = escapesIn(value, length, mustBePrintable);
    if (escapes === null) return copy(bytes, start, end, out, at);
    const literal = 2 + length + escapes.count;
    const hexadecimal = 2 + 2 * length;
    if (Math.min(literal, hexadecimal) >= end - start) return copy(bytes, start, end, out, at);
    return literal <= hexadecimal
      ? writeLiteral(value, length, escapes.areParenthesesPlain, out, at)
      : writeHexadecimal(value, length, out, at);
  }
}

/**
 * True for a literal that is already shortest, or whose line ends readers decode differently: LF by the
 * standard, the original bytes in PDFium.
 */
function isShortLiteral(bytes: Uint8Array, start: number, end: number): boolean {
  let hasEscape = false;
  for (let at = start; at < end; at++) {
    const byte = bytes[at];
    if (byte === CR) return true;
    if (byte === BACKSLASH) {
      hasEscape = true;
      at += 1;
      if (bytes[at] === LF || bytes[at] === CR) return true;
    }
  }
  return !hasEscape;
}

interface Escapes {
  readonly count: number;
  /** Parentheses are balanced, so they need no escapes. */
  readonly areParenthesesPlain: boolean;
}

/** Returns the escapes that a literal needs; null if it must be printable but would not be. */
function escapesIn(value: Uint8Array, length: number, mustBePrintable: boolean): Escapes | null {
  let count = 0;
  let parentheses = 0;
  let depth = 0;
  let isBalanced = true;
  for (let i = 0; i < length; i++) {
    const byte = value[i]!;
    if (mustBePrintable && (byte < 0x20 || byte > 0x7e)) return null;
    if (byte === BACKSLASH || byte === CR) count += 1;
    else if (byte === OPEN) {
      parentheses += 1;
      depth += 1;
    } else if (byte === CLOSE) {
      parentheses += 1;
      depth -= 1;
      if (depth < 0) isBalanced = false;
    }
  }
  const areParenthesesPlain = isBalanced && depth === 0;
  return { count: areParenthesesPlain ? count : count + parentheses, areParenthesesPlain };
}

function writeLiteral(
  value: Uint8Array,
  length: number,
  areParenthesesPlain: boolean,
  out: Uint8Array,
  at: number,
): number {
  let to = at;
  out[to++] = OPEN;
  for (let i = 0; i < length; i++) {
    const byte = value[i]!;
    const isParenthesis = byte === OPEN || byte === CLOSE;
    if (byte === BACKSLASH || byte === CR || (isParenthesis && !areParenthesesPlain)) out[to++] = BACKSLASH;
    // "\r", since the byte itself would be read as a line end.
    out[to++] = byte === CR ? 0x72 : byte;
  }
  out[to++] = CLOSE;
  return to;
}

function writeHexadecimal(value: Uint8Array, length: number, out: Uint8Array, at: number): number {
  let to = at;
  out[to++] = 0x3c;
  for (let i = 0; i < length; i++) {
    out[to++] = HEX_DIGITS[value[i]! >> 4]!;
    out[to++] = HEX_DIGITS[value[i]! & 15]!;
  }
  out[to++] = 0x3e;
  return to;
}

function copy(bytes: Uint8Array, start: number, end: number, out: Uint8Array, at: number): number {
  let to = at;
  for (let from = start; from < end; from++) out[to++] = bytes[from]!;
  return to;
}
