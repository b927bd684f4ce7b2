import { isRegular } from '../../pdf/bytes.ts';
import { writeDecimal } from '../../pdf/content/syntax/number.ts';
import { StringWriter } from '../../pdf/content/syntax/string.ts';

const SPACE = 0x20;
/** Bytes after an inline image that readers check to find its end: binary bytes there would make them continue. */
const WATCHED_BEHIND_IMAGE = 64;

/** A position in the output to rewind to. */
export interface Mark {
  readonly at: number;
  readonly endsRegular: boolean;
}

/**
 * Writes content token by token with the minimum of separators. All are spaces: line ends between operations
 * would take up to 3 % more after deflate.
 */
export class ContentOutput {
  readonly #strings = new StringWriter();
  #bytes: Uint8Array;
  #at = 0;
  /** True if the last byte is regular: another regular one needs a separator (ISO 32000-2, 7.2.3). */
  #endsRegular = false;
  #printableUntil = 0;

  constructor(capacity: number) {
    this.#bytes = new Uint8Array(capacity);
  }

  get length(): number {
    return this.#at;
  }

  /** Returns the written bytes as a view. */
  view(): Uint8Array {
    return this.#bytes.subarray(0, this.#at);
  }

  /** Reserves room for tokens that took `length` bytes in the source. */
  reserve(length: number): void {
    const needed = this.#at + 2 * length + 2;
    if (needed <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    larger.set(this.view());
    this.#bytes = larger;
  }

  mark(): Mark {
    return { at: this.#at, endsRegular: this.#endsRegular };
  }

  /** Discards everything written since. */
  rewind({ at, endsRegular }: Mark): void {
    this.#at = at;
    this.#endsRegular = endsRegular;
  }

  number(bytes: Uint8Array, start: number, end: number): void {
    this.#separate();
    this.#at = writeDecimal(bytes, start, end, this.#bytes, this.#at);
    this.#endsRegular = true;
  }

  string(bytes: Uint8Array, start: number, end: number): void {
    const mustBePrintable = this.#at < this.#printableUntil;
    this.#at = this.#strings.write(bytes, start, end, this.#bytes, this.#at, mustBePrintable);
    this.#endsRegular = false;
  }

  /** Writes a token unchanged. */
  raw(bytes: Uint8Array, start: number, end: number): void {
    if (isRegular(bytes[start]!)) this.#separate();
    for (let from = start; from < end; from++) this.#bytes[this.#at++] = bytes[from]!;
    // An empty name, "/", must not absorb the next token.
    this.#endsRegular = isRegular(bytes[end - 1]!) || bytes[end - 1] === 0x2f;
  }

  /** Writes `BI … EI` unchanged. */
  inlineImage(bytes: Uint8Array, start: number, end: number): void {
    this.raw(bytes, start, end);
    this.#printableUntil = this.#at + WATCHED_BEHIND_IMAGE;
  }

  /** Returns the start of the first token written since. */
  firstTokenSince({ at }: Mark): number {
    return this.#bytes[at] === SPACE ? at + 1 : at;
  }

  /** Returns whether [start, end) of the output equals the bytes from `from` on. */
  repeats(start: number, end: number, from: number): boolean {
    if (this.#at - from !== end - start) return false;
    for (let i = 0; i < end - start; i++) if (this.#bytes[start + i] !== this.#bytes[from + i]) return false;
    return true;
  }

  #separate(): void {
    if (this.#endsRegular) this.#bytes[this.#at++] = SPACE;
  }
}
