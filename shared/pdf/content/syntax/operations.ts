import { latin1 } from '../../bytes.ts';
import { type InlineImageEntries, type InlineImageRange, inlineImageRange } from './inline.ts';
import { ARRAY, COMMENT, ContentLexer, NAME, NUMBER, STARTS, STRAY, STRING, WHITE, WORD } from './lexer.ts';
import { knownOperator } from './operators.ts';
import { type ContentValue, contentName, contentNumber, contentValue } from './values.ts';

export type OperandKind =
  | 'number'
  /** Digits, signs and points that readers parse differently, such as `--5` or `1.2.3`. */
  | 'odd-number'
  | 'name'
  | 'string'
  | 'hex-string'
  | 'array'
  | 'dictionary'
  | 'boolean'
  | 'null';

/** Byte ranges of `BI … ID … EI`; the operands of the operation are its keys and values in turn. */
export interface InlineImage extends InlineImageRange {
  readonly entries: InlineImageEntries;
}

/** DeviceN has at most 32 components, and a pattern name may follow; inline images have about ten entries. */
const MAX_OPERANDS = 64;
/** Bytes after an `EI` that are checked for further content. */
const LOOK_AHEAD = 256;

/**
 * Reads the operations of a content stream one by one (ISO 32000-2, 7.8.2). Operands are parsed on access,
 * and their slots are reused: read what is needed before the next call of `next()`.
 */
export class ContentReader extends ContentLexer {
  /** As written; for known operators always the same string instance. */
  operator = '';
  operatorKnown = false;
  /** Start of the first operand, or of the operator. */
  start = 0;
  /** End of the operator, or of the `EI` of an inline image. */
  end = 0;
  operandCount = 0;
  /** Set with the operator `BI` if the image is complete. */
  inlineImage: InlineImage | null = null;

  readonly #kinds: OperandKind[] = [];
  readonly #starts = new Int32Array(MAX_OPERANDS);
  readonly #ends = new Int32Array(MAX_OPERANDS);
  readonly #inlineImages: 'read' | 'stop-at';
  #wordStart = 0;

  constructor(bytes: Uint8Array, inlineImages: 'read' | 'stop-at' = 'read') {
    super(bytes);
    this.#inlineImages = inlineImages;
  }

  /** Moves to the next operation; returns false at the end. */
  next(): boolean {
    this.operandCount = 0;
    this.inlineImage = null;
    this.start = -1;
    if (!this.#readOperands()) return false;
    const known = knownOperator(this.bytes, this.#wordStart, this.at);
    this.operatorKnown = known !== undefined;
    this.operator = known ?? latin1(this.bytes, this.#wordStart, this.at);
    if (known === 'BI') this.#readInlineImage();
    this.end = this.at;
    return true;
  }

  kind(index: number): OperandKind | undefined {
    return index >= 0 && index < this.operandCount ? this.#kinds[index] : undefined;
  }

  operandStart(index: number): number {
    return this.#starts[index]!;
  }

  operandEnd(index: number): number {
    return this.#ends[index]!;
  }

  /** NaN if the operand is no number, or one that readers parse differently. */
  number(index: number): number {
    if (this.kind(index) !== 'number') return Number.NaN;
    return contentNumber(this.bytes, this.#starts[index]!, this.#ends[index]!);
  }

  /** As returned by `contentName`; null if the operand is no name. */
  name(index: number): string | null {
    if (this.kind(index) !== 'name') return null;
    return contentName(latin1(this.bytes, this.#starts[index]! + 1, this.#ends[index]!));
  }

  value(index: number): ContentValue {
    return contentValue(this.bytes, this.#starts[index]!, this.#ends[index]!);
  }

  /** Collects operands up to the next keyword, whose range is then [#wordStart, at); false at the end. */
  #readOperands(): boolean {
    const { bytes } = this;
    const { length } = bytes;
    while (this.at < length) {
      const at = this.at;
      const token = STARTS[bytes[at]!]!;
      if (token === WHITE) {
        this.at += 1;
        continue;
      }
      if (token === COMMENT) {
        this.skipComment();
        continue;
      }
      if (this.start < 0) this.start = at;
      if (token === NUMBER) {
        this.#push(this.skipNumber() ? 'number' : 'odd-number', at);
      } else if (token === WORD) {
        this.skipRegular();
        const constant = this.constantAt(at, this.at);
        if (constant === null) {
          this.#wordStart = at;
          return true;
        }
        this.#push(constant, at);
      } else if (token === NAME) {
        this.at += 1;
        this.skipRegular();
        this.#push('name', at);
      } else {
        this.#readDelimited(token, at);
      }
    }
    return false;
  }

  #readDelimited(token: number, at: number): void {
    if (token === STRING) {
      this.skipString();
      this.#push('string', at);
    } else if (token === ARRAY) {
      this.skipNested();
      this.#push('array', at);
    } else if (token === STRAY) {
      this.at += 1;
      this.problem ??= 'stray-delimiter';
    } else if (this.bytes[at + 1] === 0x3c) {
      this.skipNested();
      this.#push('dictionary', at);
    } else {
      this.skipHexString();
      this.#push('hex-string', at);
    }
  }

  #push(kind: OperandKind, start: number): void {
    const index = this.operandCount;
    if (index >= MAX_OPERANDS) {
      this.problem ??= 'too-many-operands';
      return;
    }
    this.#kinds[index] = kind;
    this.#starts[index] = start;
    this.#ends[index] = this.at;
    this.operandCount = index + 1;
  }

  #readInlineImage(): void {
    if (this.#inlineImages === 'stop-at') return;
    this.operandCount = 0;
    if (!this.#readOperands() || latin1(this.bytes, this.#wordStart, this.at) !== 'ID') {
      this.problem ??= 'inline-image';
      return;
    }
    const entries = this.#inlineEntries();
    const range = inlineImageRange(this.bytes, this.at, entries, (at) => contentFollows(this.bytes, at));
    if (range === null) {
      this.problem ??= 'inline-image';
      return;
    }
    this.inlineImage = { entries, ...range };
    this.at = range.end;
  }

  #inlineEntries(): InlineImageEntries {
    const entries = new Map<string, ContentValue>();
    for (let index = 0; index + 1 < this.operandCount; index += 2) {
      const key = this.name(index);
      if (key === null) this.problem ??= 'inline-image';
      else entries.set(key, this.value(index + 1));
    }
    if (this.operandCount % 2 === 1) this.problem ??= 'inline-image';
    // Without a size, readers differ on whether this is an image at all.
    if (!hasEither(entries, 'W', 'Width') || !hasEither(entries, 'H', 'Height')) {
      this.problem ??= 'inline-image';
    }
    return entries;
  }
}

function hasEither(entries: InlineImageEntries, short: string, long: string): boolean {
  return entries.has(short) || entries.has(long);
}

/** Returns whether the bytes at `at` look like operations; after a false `EI` inside image data they do not. */
function contentFollows(bytes: Uint8Array, at: number): boolean {
  const window = bytes.subarray(at, at + LOOK_AHEAD);
  const isCut = at + window.length < bytes.length;
  const probe = new ContentReader(window, 'stop-at');
  let operations = 0;
  while (probe.next()) {
    if (probe.problem !== null) return false;
    if (probe.operator === 'BI') return true;
    // A word at the edge of the window may continue after it.
    if (!probe.operatorKnown) return isCut && operations > 0 && probe.end === window.length;
    operations += 1;
  }
  return isCut ? operations > 0 : probe.problem === null;
}
