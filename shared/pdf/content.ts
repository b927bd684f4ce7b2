import { latin1 } from './bytes.ts';
import { type InlineImageEntries, type InlineImageRange, inlineImageRange } from './content-inline.ts';
import { knownOperator } from './content-operators.ts';
import { type ContentValue, contentName, contentNumber, contentValue } from './content-values.ts';

export type OperandKind =
  | 'number'
  /** Digits, signs and points that readers read differently, such as `--5` or `1.2.3`. */
  | 'odd-number'
  | 'name'
  | 'string'
  | 'hex-string'
  | 'array'
  | 'dictionary'
  | 'boolean'
  | 'null';

/** Why readers may disagree about where operations begin and end. */
export type ContentProblem =
  | 'unbalanced' // a string, array or dictionary without its end
  | 'stray-delimiter' // a closing bracket, or a brace, that nothing opened
  | 'too-many-operands'
  | 'too-deep'
  | 'inline-image'; // its dictionary or its end was not found

/** The parts of `BI … ID … EI`; the operands of the operation are its keys and values in turn. */
export interface InlineImage extends InlineImageRange {
  readonly entries: InlineImageEntries;
}

/** DeviceN has at most 32 components, and a pattern's name may follow; inline images have about ten entries. */
const MAX_OPERANDS = 64;
const MAX_NESTING = 100;
/** Bytes behind an `EI` that are looked at to see whether content goes on there. */
const LOOK_AHEAD = 256;

/** What a token is, told by its first byte. */
const WORD = 0;
const WHITE = 1;
const NUMBER = 2;
const NAME = 3;
const STRING = 4;
const ANGLE = 5;
const ARRAY = 6;
const COMMENT = 7;
const STRAY = 8;

const STARTS = new Uint8Array(256);
for (const code of [0, 9, 10, 12, 13, 32]) STARTS[code] = WHITE;
for (const character of '0123456789+-.') STARTS[character.charCodeAt(0)] = NUMBER;
for (const character of ')>]{}') STARTS[character.charCodeAt(0)] = STRAY;
STARTS[0x2f] = NAME;
STARTS[0x28] = STRING;
STARTS[0x3c] = ANGLE;
STARTS[0x5b] = ARRAY;
STARTS[0x25] = COMMENT;

/**
 * Reads the operations of a content stream one by one (ISO 32000-2, 7.8.2). Operands stay bytes until asked
 * for, and the same slots serve every operation: take what is needed before the next `next()`.
 *
 * Junk is stepped over as readers do, and the first of it stays in `problem`: whoever draws conclusions from
 * what was *not* found must look there.
 */
export class ContentReader {
  readonly bytes: Uint8Array;
  /** As written; for the known ones always the same string. */
  operator = '';
  operatorKnown = false;
  /** Where the first operand (or the operator) of this operation starts. */
  start = 0;
  /** Behind the operator, or behind the `EI` of an inline image. */
  end = 0;
  operandCount = 0;
  /** Set with the operator `BI`, when the image is whole. */
  inlineImage: InlineImage | null = null;
  problem: ContentProblem | null = null;

  readonly #kinds: OperandKind[] = [];
  readonly #starts = new Int32Array(MAX_OPERANDS);
  readonly #ends = new Int32Array(MAX_OPERANDS);
  readonly #numbers = new Float64Array(MAX_OPERANDS);
  readonly #closers = new Uint8Array(MAX_NESTING);
  readonly #inlineImages: 'read' | 'stop-at';
  #at = 0;
  #wordStart = 0;

  constructor(bytes: Uint8Array, inlineImages: 'read' | 'stop-at' = 'read') {
    this.bytes = bytes;
    this.#inlineImages = inlineImages;
  }

  /** Moves to the next operation; false at the end. */
  next(): boolean {
    this.operandCount = 0;
    this.inlineImage = null;
    this.start = -1;
    if (!this.#readOperands()) return false;
    const known = knownOperator(this.bytes, this.#wordStart, this.#at);
    this.operatorKnown = known !== undefined;
    this.operator = known ?? latin1(this.bytes, this.#wordStart, this.#at);
    if (known === 'BI') this.#readInlineImage();
    this.end = this.#at;
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

  /** NaN when the operand is no number, or one that readers read differently. */
  number(index: number): number {
    return this.kind(index) === 'number' ? this.#numbers[index]! : Number.NaN;
  }

  /** As `contentName` gives it; null when the operand is no name. */
  name(index: number): string | null {
    if (this.kind(index) !== 'name') return null;
    return contentName(latin1(this.bytes, this.#starts[index]! + 1, this.#ends[index]!));
  }

  value(index: number): ContentValue {
    return contentValue(this.bytes, this.#starts[index]!, this.#ends[index]!);
  }

  /** Collects operands up to the next keyword, whose range is then [#wordStart, #at); false at the end. */
  #readOperands(): boolean {
    const { bytes } = this;
    const { length } = bytes;
    while (this.#at < length) {
      const at = this.#at;
      const token = STARTS[bytes[at]!]!;
      if (token === WHITE) {
        this.#at += 1;
        continue;
      }
      if (token === COMMENT) {
        this.#skipComment();
        continue;
      }
      if (this.start < 0) this.start = at;
      if (token === NUMBER) {
        this.#readNumber(at);
      } else if (token === WORD) {
        this.#skipRegular();
        const constant = this.#constantAt(at, this.#at);
        if (constant === null) {
          this.#wordStart = at;
          return true;
        }
        this.#push(constant, at);
      } else if (token === NAME) {
        this.#at += 1;
        this.#skipRegular();
        this.#push('name', at);
      } else {
        this.#readDelimited(token, at);
      }
    }
    return false;
  }

  #readDelimited(token: number, at: number): void {
    if (token === STRING) {
      this.#skipString();
      this.#push('string', at);
    } else if (token === ARRAY) {
      this.#skipNested();
      this.#push('array', at);
    } else if (token === STRAY) {
      this.#at += 1;
      this.problem ??= 'stray-delimiter';
    } else if (this.bytes[at + 1] === 0x3c) {
      this.#skipNested();
      this.#push('dictionary', at);
    } else {
      this.#skipHexString();
      this.#push('hex-string', at);
    }
  }

  #readNumber(at: number): void {
    const { bytes } = this;
    let end = at + 1;
    while (end < bytes.length && STARTS[bytes[end]!] === NUMBER) end += 1;
    this.#at = end;
    const value = contentNumber(bytes, at, end);
    const index = this.operandCount;
    this.#push(Number.isNaN(value) ? 'odd-number' : 'number', at);
    if (index < MAX_OPERANDS) this.#numbers[index] = value;
  }

  #push(kind: OperandKind, start: number): void {
    const index = this.operandCount;
    if (index >= MAX_OPERANDS) {
      this.problem ??= 'too-many-operands';
      return;
    }
    this.#kinds[index] = kind;
    this.#starts[index] = start;
    this.#ends[index] = this.#at;
    this.operandCount = index + 1;
  }

  #constantAt(start: number, end: number): OperandKind | null {
    if (end - start !== 4 && end - start !== 5) return null;
    const word = latin1(this.bytes, start, end);
    if (word === 'true' || word === 'false') return 'boolean';
    return word === 'null' ? 'null' : null;
  }

  #skipRegular(): void {
    const { bytes } = this;
    let at = this.#at;
    while (at < bytes.length) {
      const token = STARTS[bytes[at]!]!;
      if (token !== WORD && token !== NUMBER) break;
      at += 1;
    }
    this.#at = at;
  }

  #skipComment(): void {
    const { bytes } = this;
    let at = this.#at;
    while (at < bytes.length && bytes[at] !== 0x0a && bytes[at] !== 0x0d) at += 1;
    this.#at = at;
  }

  #skipString(): void {
    const { bytes } = this;
    let depth = 1;
    for (let at = this.#at + 1; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if (byte === 0x5c) at += 1;
      else if (byte === 0x28) depth += 1;
      else if (byte === 0x29 && --depth === 0) {
        this.#at = at + 1;
        return;
      }
    }
    this.#at = bytes.length;
    this.problem ??= 'unbalanced';
  }

  #skipHexString(): void {
    const end = this.bytes.indexOf(0x3e, this.#at);
    if (end < 0) this.problem ??= 'unbalanced';
    this.#at = end < 0 ? this.bytes.length : end + 1;
  }

  /**
   * Steps over an array or dictionary with all it holds. A keyword inside means that its end is missing: what
   * was opened is taken as closed there, so that the operator is not lost.
   */
  #skipNested(): void {
    const { bytes } = this;
    let depth = 0;
    do {
      const byte = bytes[this.#at]!;
      const token = STARTS[byte]!;
      if (token === WHITE || token === NUMBER) this.#at += 1;
      else if (token === STRING) this.#skipString();
      else if (token === COMMENT) this.#skipComment();
      else if (token === NAME) {
        this.#at += 1;
        this.#skipRegular();
      } else if (token === WORD) {
        const start = this.#at;
        this.#skipRegular();
        if (this.#constantAt(start, this.#at) !== null) continue;
        this.#at = start;
        this.problem ??= 'unbalanced';
        return;
      } else if (token === STRAY) {
        if (depth > 0 && this.#closes(this.#closers[depth - 1]!)) depth -= 1;
        else {
          this.#at += 1;
          this.problem ??= 'stray-delimiter';
        }
      } else if (token === ANGLE && bytes[this.#at + 1] !== 0x3c) {
        this.#skipHexString();
      } else if (depth === MAX_NESTING) {
        this.problem ??= 'too-deep';
        return;
      } else {
        this.#closers[depth++] = token === ARRAY ? 0x5d : 0x3e;
        this.#at += token === ARRAY ? 1 : 2;
      }
    } while (depth > 0 && this.#at < bytes.length);
    if (depth > 0) this.problem ??= 'unbalanced';
  }

  /** Takes the closing bracket at hand when it is the one that is due. */
  #closes(due: number): boolean {
    const { bytes } = this;
    if (bytes[this.#at] !== due) return false;
    if (due === 0x3e && bytes[this.#at + 1] !== 0x3e) return false;
    this.#at += due === 0x3e ? 2 : 1;
    return true;
  }

  #readInlineImage(): void {
    if (this.#inlineImages === 'stop-at') return;
    this.operandCount = 0;
    if (!this.#readOperands() || latin1(this.bytes, this.#wordStart, this.#at) !== 'ID') {
      this.problem ??= 'inline-image';
      return;
    }
    const entries = this.#inlineEntries();
    const range = inlineImageRange(this.bytes, this.#at, entries, (at) => contentFollows(this.bytes, at));
    if (range === null) {
      this.problem ??= 'inline-image';
      return;
    }
    this.inlineImage = { entries, ...range };
    this.#at = range.end;
  }

  #inlineEntries(): InlineImageEntries {
    const entries = new Map<string, ContentValue>();
    for (let index = 0; index + 1 < this.operandCount; index += 2) {
      const key = this.name(index);
      if (key === null) this.problem ??= 'inline-image';
      else entries.set(key, this.value(index + 1));
    }
    if (this.operandCount % 2 === 1) this.problem ??= 'inline-image';
    return entries;
  }
}

/** Whether what stands at `at` reads like operations: behind a false `EI` inside image data it does not. */
function contentFollows(bytes: Uint8Array, at: number): boolean {
  const window = bytes.subarray(at, at + LOOK_AHEAD);
  const isCut = at + window.length < bytes.length;
  const probe = new ContentReader(window, 'stop-at');
  let operations = 0;
  while (probe.next()) {
    if (probe.problem !== null) return false;
    if (probe.operator === 'BI') return true;
    // A word at the edge of the window may go on behind it.
    if (!probe.operatorKnown) return isCut && operations > 0 && probe.end === window.length;
    operations += 1;
  }
  return isCut ? operations > 0 : probe.problem === null;
}
