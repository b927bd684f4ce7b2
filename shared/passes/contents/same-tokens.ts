import { sameDecimal } from '../../pdf/content/syntax/number.ts';
import { decodeString } from '../../pdf/content/syntax/string.ts';
import { ContentTokens } from '../../pdf/content/syntax/tokens.ts';

/** A range of content: [start, end). */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Compares ranges of two contents by the meaning of their tokens. */
export class TokenComparison {
  readonly #one: ContentTokens;
  readonly #other: ContentTokens;
  #oneString = new Uint8Array(1024);
  #otherString = new Uint8Array(1024);

  constructor(one: Uint8Array, other: Uint8Array) {
    this.#one = new ContentTokens(one);
    this.#other = new ContentTokens(other);
  }

  /** Same tokens in the same order: numbers by exact value, strings by their bytes, the rest as written. */
  areSame(one: Span, other: Span): boolean {
    if (this.#areSameBytes(one, other)) return true;
    const a = this.#one;
    const b = this.#other;
    a.enter(one.start, one.end);
    b.enter(other.start, other.end);
    while (a.next()) if (!b.next() || !this.#isSameToken()) return false;
    return !b.next();
  }

  #areSameBytes(one: Span, other: Span): boolean {
    const length = one.end - one.start;
    if (other.end - other.start !== length) return false;
    const a = this.#one.bytes;
    const b = this.#other.bytes;
    for (let i = 0; i < length; i++) if (a[one.start + i] !== b[other.start + i]) return false;
    return true;
  }

  #isSameToken(): boolean {
    const a = this.#one;
    const b = this.#other;
    if (a.kind !== b.kind) return false;
    if (this.#areSameBytes(a, b)) return true;
    if (a.kind === 'number') return sameDecimal(a.bytes, a.start, a.end, b.bytes, b.start, b.end);
    if (a.kind !== 'string') return false;
    return this.#isSameString(a, b);
  }

  #isSameString(one: Span, other: Span): boolean {
    const room = Math.max(one.end - one.start, other.end - other.start);
    if (room > this.#oneString.length) {
      this.#oneString = new Uint8Array(2 * room);
      this.#otherString = new Uint8Array(2 * room);
    }
    const length = decodeString(this.#one.bytes, one.start, one.end, this.#oneString);
    if (decodeString(this.#other.bytes, other.start, other.end, this.#otherString) !== length) return false;
    for (let i = 0; i < length; i++) if (this.#oneString[i] !== this.#otherString[i]) return false;
    return true;
  }
}
