/** Tokenizer for the subset of PostScript in Type 1 programs. */
import { fromLatin1, isRegular, isWhite, latin1 } from '../../pdf/bytes.ts';

export type Token =
  | { readonly kind: 'word' | 'name'; readonly text: string }
  /** `value` is null if the text is no number that fonts use. */
  | { readonly kind: 'number'; readonly value: number; readonly text: string }
  | { readonly kind: 'string'; readonly bytes: Uint8Array }
  /** `[ ] { } << >>`; procedures and arrays are equivalent here. */
  | { readonly kind: 'open' | 'close' };

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const RADIX_NUMBER = /^(\d{1,2})#([0-9a-zA-Z]+)$/;
const MAX_WORD = 256;

export class Tokens {
  readonly bytes: Uint8Array;
  /** Position of the next token. */
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  next(): Token | null {
    this.#skipSpace();
    const { bytes } = this;
    if (this.at >= bytes.length) return null;
    const first = bytes[this.at]!;
    switch (first) {
      case 0x5b: // [
      case 0x7b: // {
        this.at += 1;
        return { kind: 'open' };
      case 0x5d: // ]
      case 0x7d: // }
        this.at += 1;
        return { kind: 'close' };
      case 0x28: // (
        return { kind: 'string', bytes: this.#string() };
      case 0x2f: // /
        this.at += 1;
        return { kind: 'name', text: this.#regular() };
      default:
    }
    if (!isRegular(first)) {
      this.at += 1;
      return { kind: 'word', text: String.fromCharCode(first) };
    }
    const text = this.#regular();
    const value = numberOf(text);
    return value === null ? { kind: 'word', text } : { kind: 'number', value, text };
  }

  #skipSpace(): void {
    const { bytes } = this;
    while (this.at < bytes.length) {
      if (isWhite(bytes[this.at]!)) this.at += 1;
      else if (bytes[this.at] === 0x25) {
        while (this.at < bytes.length && bytes[this.at] !== 0x0a && bytes[this.at] !== 0x0d) this.at += 1;
      } else return;
    }
  }

  #regular(): string {
    const start = this.at;
    while (this.at < this.bytes.length && isRegular(this.bytes[this.at]!)) this.at += 1;
    return latin1(this.bytes, start, Math.min(this.at, start + MAX_WORD));
  }

  #string(): Uint8Array {
    const start = ++this.at;
    for (let depth = 1; this.at < this.bytes.length; this.at++) {
      const byte = this.bytes[this.at];
      if (byte === 0x5c) this.at += 1;
      else if (byte === 0x28) depth += 1;
      else if (byte === 0x29 && --depth === 0) return unescaped(this.bytes.subarray(start, this.at++));
    }
    return unescaped(this.bytes.subarray(start));
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function unescaped(bytes: Uint8Array): Uint8Array {
  if (!bytes.includes(0x5c)) return bytes;
  const text = latin1(bytes, 0, bytes.length);
  return fromLatin1(
    text.replace(/\\([0-7]{1,3}|\r\n|[\s\S])/g, (_, escaped: string) => {
      if (/^[0-7]/.test(escaped)) return String.fromCharCode(Number.parseInt(escaped, 8) & 0xff);
      if (/^[\r\n]/.test(escaped)) return '';
      return ESCAPES[escaped] ?? escaped;
    }),
  );
}

function numberOf(text: string): number | null {
  if (NUMBER.test(text)) return Number(text);
  const radix = RADIX_NUMBER.exec(text);
  if (radix === null) return null;
  const value = Number.parseInt(radix[2]!, Number(radix[1]));
  return Number.isNaN(value) ? null : value;
}
