import { isRegular, isWhite, latin1 } from './bytes.ts';

/** An operand as a light value; pdf-lib's classes would cost too much here and keep every name for ever. */
export type ContentValue =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'name'; readonly value: string }
  | { readonly kind: 'string'; readonly value: Uint8Array }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'null' }
  | { readonly kind: 'array'; readonly items: readonly ContentValue[] }
  /** Keys as `contentName` gives them; the last value of a key wins. */
  | { readonly kind: 'dictionary'; readonly entries: ReadonlyMap<string, ContentValue> };

const NULL: ContentValue = { kind: 'null' };
const ESCAPES: ReadonlyMap<number, number> = new Map(
  [...'nrtbf'].map((letter, index) => [letter.charCodeAt(0), [10, 13, 9, 8, 12][index]!]),
);

/** The operand in [start, end) of a content stream. The reader has checked that it is balanced and not too deep. */
export function contentValue(bytes: Uint8Array, start: number, end: number): ContentValue {
  return new ValueParser(bytes, start, end).value() ?? NULL;
}

/**
 * A name without its slash, with one character per byte and every `#xx` written out. Readers differ on escapes
 * inside escapes; this form is the coarser one, so that what any reader takes for equal is equal here.
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
 * The number written in [start, end): digits with one optional sign and point. NaN for anything else, since
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
      // Decimals beyond what a double can tell apart are read over.
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

/** Up to 10^22 a power of ten is exact in a double, so that one division rounds once. */
const POWERS_OF_TEN = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

/** Recursive descent over bytes that are known to be balanced. */
class ValueParser {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  #at: number;

  constructor(bytes: Uint8Array, start: number, end: number) {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
  }

  /** The next value, or null at a closing bracket or the end. */
  value(): ContentValue | null {
    this.#skipSpace();
    if (this.#at >= this.#end) return null;
    switch (this.#bytes[this.#at]) {
      case 0x2f:
        return { kind: 'name', value: this.#name() };
      case 0x28:
        return { kind: 'string', value: this.#literalString() };
      case 0x5b:
        return { kind: 'array', items: this.#items() };
      case 0x3c:
        if (this.#bytes[this.#at + 1] === 0x3c) return { kind: 'dictionary', entries: this.#entries() };
        return { kind: 'string', value: this.#hexString() };
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
    // A lone brace or parenthesis: step over it, or nothing would ever end.
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

  #literalString(): Uint8Array {
    const bytes = new Uint8Array(this.#end - this.#at);
    let length = 0;
    let depth = 1;
    for (this.#at += 1; this.#at < this.#end; ) {
      const byte = this.#bytes[this.#at++]!;
      if (byte === 0x28) depth += 1;
      else if (byte === 0x29 && --depth === 0) break;
      if (byte === 0x5c) {
        const escaped = this.#escape();
        if (escaped >= 0) bytes[length++] = escaped;
      } else if (byte === 0x0d) {
        // "An end-of-line marker within a literal string without a preceding REVERSE SOLIDUS shall be treated
        // as a byte value of (0Ah)" (7.3.4.2).
        if (this.#bytes[this.#at] === 0x0a) this.#at += 1;
        bytes[length++] = 0x0a;
      } else {
        bytes[length++] = byte;
      }
    }
    return bytes.slice(0, length);
  }

  /** The byte that an escape sequence means, or -1 for none. */
  #escape(): number {
    const byte = this.#bytes[this.#at++]!;
    if (byte >= 0x30 && byte <= 0x37) {
      let code = byte - 0x30;
      for (let digits = 1; digits < 3; digits++) {
        const next = this.#bytes[this.#at]!;
        if (!(next >= 0x30 && next <= 0x37)) break;
        code = code * 8 + next - 0x30;
        this.#at += 1;
      }
      return code & 0xff;
    }
    if (byte === 0x0d && this.#bytes[this.#at] === 0x0a) this.#at += 1;
    if (byte === 0x0d || byte === 0x0a) return -1;
    return ESCAPES.get(byte) ?? byte;
  }

  #hexString(): Uint8Array {
    const bytes: number[] = [];
    let high = -1;
    for (this.#at += 1; this.#at < this.#end; ) {
      const byte = this.#bytes[this.#at++]!;
      if (byte === 0x3e) break;
      const digit = Number.parseInt(String.fromCharCode(byte), 16);
      if (Number.isNaN(digit)) continue;
      if (high < 0) high = digit;
      else {
        bytes.push(high * 16 + digit);
        high = -1;
      }
    }
    // "the final digit shall be assumed to be 0" (7.3.4.3)
    if (high >= 0) bytes.push(high * 16);
    return Uint8Array.from(bytes);
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
