import { isRegular, isWhite, latin1 } from '../../bytes.ts';
import { decodeString, literalEnd } from './string.ts';

/** A parsed operand. PDF object classes would be too expensive here and intern every name forever. */
export type ContentValue =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'name'; readonly value: string }
  | { readonly kind: 'string'; readonly value: Uint8Array }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'null' }
  | { readonly kind: 'array'; readonly items: readonly ContentValue[] }
  /** Keys as returned by `contentName`; the last value of a key wins. */
  | { readonly kind: 'dictionary'; readonly entries: ReadonlyMap<string, ContentValue> };

const NULL: ContentValue = { kind: 'null' };

/**
 * Parses the operand in [start, end) of a content stream. The reader has checked that it is balanced and not
 * too deep.
 */
export function contentValue(bytes: Uint8Array, start: number, end: number): ContentValue {
  return new ValueParser(bytes, start, end).value() ?? NULL;
}

/**
 * Returns a name without its slash, with one character per byte and every `#xx` decoded. Readers differ on
 * escapes inside escapes; this form is the coarser one, so that names that any reader treats as equal are
 * equal here.
 */
export function contentName(raw: string): string {
  let text = raw;
  for (let round = 0; round < 3 && text.includes('#'); round++) {
    text = text.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
  return text;
}

/**
 * Parses the number in [start, end): digits with an optional sign and point. NaN for anything else, since
 * readers disagree on `--5`, `1.2.3` and `5-3`.
 */
export function contentNumber(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  const negative = bytes[at] === 0x2d;
  if (negative || bytes[at] === 0x2b) at += 1;
  let digits = 0;
  let mantissa = 0;
  let decimals = 0;
  let point = false;
  for (; at < end; at++) {
    const byte = bytes[at]!;
    if (byte >= 0x30 && byte <= 0x39) {
      digits += 1;
      // Decimals beyond the precision of a double are ignored.
      if (point && (decimals === POWERS_OF_TEN.length - 1 || mantissa > 1e15)) continue;
      mantissa = mantissa * 10 + (byte - 0x30);
      if (point) decimals += 1;
    } else if (byte === 0x2e && !point) {
      point = true;
    } else {
      return Number.NaN;
    }
  }
  if (digits === 0) return Number.NaN;
  const value = decimals === 0 ? mantissa : mantissa / POWERS_OF_TEN[decimals]!;
  return negative ? -value : value;
}

/** Powers of ten up to 10^22 are exact in a double, so that one division rounds once. */
const POWERS_OF_TEN = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

/** Recursive descent over balanced bytes. */
class ValueParser {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  #at: number;

  constructor(bytes: Uint8Array, start: number, end: number) {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
  }

  /** Returns the next value; null at a closing bracket or the end. */
  value(): ContentValue | null {
    this.#skipSpace();
    if (this.#at >= this.#end) return null;
    switch (this.#bytes[this.#at]) {
      case 0x2f:
        return { kind: 'name', value: this.#name() };
      case 0x28:
        return { kind: 'string', value: this.#string(literalEnd(this.#bytes, this.#at, this.#end)) };
      case 0x5b:
        return { kind: 'array', items: this.#items() };
      case 0x3c:
        if (this.#bytes[this.#at + 1] === 0x3c) return { kind: 'dictionary', entries: this.#entries() };
        return { kind: 'string', value: this.#string(this.#hexadecimalEnd()) };
      case 0x5d:
        return null;
      case 0x3e:
        return null;
      default:
        return this.#word();
    }
  }

  #items(): ContentValue[] {
    const items: ContentValue[] = [];
    this.#at += 1;
    for (let item = this.value(); item !== null; item = this.value()) items.push(item);
    this.#at += 1;
    return items;
  }

  #entries(): ReadonlyMap<string, ContentValue> {
    const entries = new Map<string, ContentValue>();
    this.#at += 2;
    for (let key = this.value(); key !== null; key = this.value()) {
      const value = this.value();
      if (value === null) break;
      if (key.kind === 'name') entries.set(key.value, value);
    }
    this.#at += 2;
    return entries;
  }

  #word(): ContentValue {
    const start = this.#at;
    while (this.#at < this.#end && isRegular(this.#bytes[this.#at]!)) this.#at += 1;
    // Skip a lone brace or parenthesis, or the loop would never end.
    if (this.#at === start) this.#at += 1;
    const number = contentNumber(this.#bytes, start, this.#at);
    if (!Number.isNaN(number)) return { kind: 'number', value: number };
    const word = latin1(this.#bytes, start, this.#at);
    return word === 'true' || word === 'false' ? { kind: 'boolean', value: word === 'true' } : NULL;
  }

  #name(): string {
    const start = this.#at + 1;
    this.#at = start;
    while (this.#at < this.#end && isRegular(this.#bytes[this.#at]!)) this.#at += 1;
    return contentName(latin1(this.#bytes, start, this.#at));
  }

  #string(end: number): Uint8Array {
    const bytes = new Uint8Array(end - this.#at);
    const length = decodeString(this.#bytes, this.#at, end, bytes);
    this.#at = end;
    return bytes.slice(0, length);
  }

  #hexadecimalEnd(): number {
    const end = this.#bytes.indexOf(0x3e, this.#at);
    return end < 0 || end >= this.#end ? this.#end : end + 1;
  }

  #skipSpace(): void {
    while (this.#at < this.#end) {
      const byte = this.#bytes[this.#at]!;
      if (byte === 0x25) {
        while (this.#at < this.#end && this.#bytes[this.#at] !== 0x0a && this.#bytes[this.#at] !== 0x0d)
          this.#at += 1;
      } else if (isWhite(byte)) {
        this.#at += 1;
      } else {
        return;
      }
    }
  }
}
