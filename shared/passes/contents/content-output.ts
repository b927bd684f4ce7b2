import { isRegular } from '../../pdf/bytes.ts';
import { writeDecimal } from '../../pdf/content/syntax/number.ts';
import { StringWriter } from '../../pdf/content/syntax/string.ts';

const SPACE = 0x20;
const LINE_END = 0x0a;
/** Bytes behind an inline image that readers look at to know its end: binary ones there would make them go on. */
const WATCHED_BEHIND_IMAGE = 64;

/** A place in the output that one can go back to. */
export interface Mark {
  readonly at: number;
  readonly endsRegular: boolean;
  readonly separator: number;
}

/** Content that is being written, one token after the other, with no more between them than they need. */
export class ContentOutput {
  readonly #strings = new StringWriter();
  #bytes: Uint8Array;
  #at = 0;
  /** The last byte is regular: another regular one needs something between (ISO 32000-2, 7.2.3). */
  #endsRegular = false;
  #separator = SPACE;
  #printableUntil = 0;

  constructor(capacity: number) {
    this.#bytes = new Uint8Array(capacity);
  }

  get length(): number {
    return this.#at;
  }

  /** What was written; a view. */
  view(): Uint8Array {
    return this.#bytes.subarray(0, this.#at);
  }

  /** Makes room for tokens that took `length` bytes where they came from. */
  reserve(length: number): void {
    const needed = this.#at + 2 * length + 2;
    if (needed <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    larger.set(this.view());
    this.#bytes = larger;
  }

  mark(): Mark {
    return { at: this.#at, endsRegular: this.#endsRegular, separator: this.#separator };
  }

  /** Forgets what was written since. */
  rewind({ at, endsRegular, separator }: Mark): void {
    this.#at = at;
    this.#endsRegular = endsRegular;
    this.#separator = separator;
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
    this.#separator = SPACE;
  }

  /** A token as it is. */
  raw(bytes: Uint8Array, start: number, end: number): void {
    if (isRegular(bytes[start])) this.#separate();
    else this.#separator = SPACE;
    for (let from = start; from < end; from++) this.#bytes[this.#at++] = bytes[from];
    // A name of no characters, "/", must not take up what follows.
    this.#endsRegular = isRegular(bytes[end - 1]) || bytes[end - 1] === 0x2f;
  }

  /** The operator ends a line: should a separator be needed behind it, it is a line end. */
  operator(bytes: Uint8Array, start: number, end: number): void {
    this.raw(bytes, start, end);
    this.#separator = LINE_END;
  }

  /** `BI … EI`, as it is. */
  inlineImage(bytes: Uint8Array, start: number, end: number): void {
    this.operator(bytes, start, end);
    this.#printableUntil = this.#at + WATCHED_BEHIND_IMAGE;
  }

  /** Where the first token stands that was written since. */
  firstTokenSince({ at }: Mark): number {
    return this.#bytes[at] === SPACE || this.#bytes[at] === LINE_END ? at + 1 : at;
  }

  /** Whether [start, end) of what was written is the same as what follows `from`. */
  repeats(start: number, end: number, from: number): boolean {
    if (this.#at - from !== end - start) return false;
    for (let i = 0; i < end - start; i++) if (this.#bytes[start + i] !== this.#bytes[from + i]) return false;
    return true;
  }

  #separate(): void {
    if (this.#endsRegular) this.#bytes[this.#at++] = this.#separator;
    this.#separator = SPACE;
  }
}
