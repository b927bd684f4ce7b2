import { latin1 } from '../../bytes.ts';

/** Reasons why readers may divide the content into operations differently. */
export type ContentProblem =
  | 'unbalanced' // a string, array or dictionary without its end
  | 'stray-delimiter' // a closing bracket or brace without an opening one
  | 'contested-blank' // a byte in a name or word that PDFium treats as white space, against the standard
  | 'too-many-operands'
  | 'too-deep'
  | 'inline-image'; // its dictionary or its end was not found

const MAX_NESTING = 100;

/** Token kinds, by the first byte. */
export const WORD = 0;
export const WHITE = 1;
export const NUMBER = 2;
export const NAME = 3;
export const STRING = 4;
export const ANGLE = 5;
export const ARRAY = 6;
export const COMMENT = 7;
export const STRAY = 8;

export const STARTS = new Uint8Array(256);
for (const code of [0, 9, 10, 12, 13, 32]) STARTS[code] = WHITE;
for (const character of '0123456789+-.') STARTS[character.charCodeAt(0)] = NUMBER;
for (const character of ')>]{}') STARTS[character.charCodeAt(0)] = STRAY;
STARTS[0x2f] = NAME;
STARTS[0x28] = STRING;
STARTS[0x3c] = ANGLE;
STARTS[0x5b] = ARRAY;
STARTS[0x25] = COMMENT;

const PLUS = 0x2b;
const MINUS = 0x2d;
const POINT = 0x2e;

const REGULAR = 1;
const CONTESTED = 2;

/** Classes of bytes in names and words; 0 for bytes that end them. */
const IN_WORD = STARTS.map((token) => (token === WORD || token === NUMBER ? REGULAR : 0));
for (const code of [0x80, 0xff]) IN_WORD[code] = CONTESTED;

const IN_HEX_STRING = new Uint8Array(256);
for (const character of '0123456789ABCDEFabcdef\0\t\n\f\r ') IN_HEX_STRING[character.charCodeAt(0)] = 1;

/**
 * Scans the tokens of a content stream (ISO 32000-2, 7.2 and 7.3). Skips junk as readers do and records the
 * first in `problem`: conclusions from what was *not* found must check it.
 */
export class ContentLexer {
  readonly bytes: Uint8Array;
  problem: ContentProblem | null = null;
  protected at = 0;
  readonly #closers = new Uint8Array(MAX_NESTING);

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** `true`, `false` and `null` are operands; any other word is an operator. */
  protected constantAt(start: number, end: number): 'boolean' | 'null' | null {
    if (end - start !== 4 && end - start !== 5) return null;
    const word = latin1(this.bytes, start, end);
    if (word === 'true' || word === 'false') return 'boolean';
    return word === 'null' ? 'null' : null;
  }

  /** Skips digits, signs and points; true if they are one number to every reader, see `contentNumber`. */
  protected skipNumber(): boolean {
    const { bytes } = this;
    let at = this.at;
    if (bytes[at] === PLUS || bytes[at] === MINUS) at += 1;
    let digits = 0;
    let points = 0;
    let signs = 0;
    for (; at < bytes.length && STARTS[bytes[at]!] === NUMBER; at++) {
      const byte = bytes[at]!;
      if (byte >= 0x30) digits += 1;
      else if (byte === POINT) points += 1;
      else signs += 1;
    }
    this.at = at;
    return digits > 0 && points <= 1 && signs === 0;
  }

  protected skipRegular(): void {
    const { bytes } = this;
    let at = this.at;
    while (at < bytes.length) {
      const part = IN_WORD[bytes[at]!];
      if (part !== REGULAR) {
        if (part !== CONTESTED) break;
        this.problem ??= 'contested-blank';
      }
      at += 1;
    }
    this.at = at;
  }

  protected skipComment(): void {
    const { bytes } = this;
    let at = this.at;
    while (at < bytes.length && bytes[at] !== 0x0a && bytes[at] !== 0x0d) at += 1;
    this.at = at;
  }

  protected skipString(): void {
    const { bytes } = this;
    let depth = 1;
    for (let at = this.at + 1; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte === 0x5c) at += 1;
      else if (byte === 0x28) depth += 1;
      else if (byte === 0x29 && --depth === 0) {
        this.at = at + 1;
        return;
      }
    }
    this.at = bytes.length;
    this.problem ??= 'unbalanced';
  }

  /** Anything but digits and white space inside means that the end is missing, or that readers stop earlier. */
  protected skipHexString(): void {
    const { bytes } = this;
    let at = this.at + 1;
    while (at < bytes.length && IN_HEX_STRING[bytes[at]!] === 1) at += 1;
    if (bytes[at] !== 0x3e) {
      this.problem ??= 'unbalanced';
      at = bytes.indexOf(0x3e, at);
    }
    this.at = at < 0 ? bytes.length : at + 1;
  }

  /**
   * Skips an array or dictionary with its contents. A keyword inside means that the end is missing: the array
   * or dictionary is closed there, so that the operator is not lost.
   */
  protected skipNested(): void {
    const { bytes } = this;
    let depth = 0;
    do {
      const byte = bytes[this.at]!;
      const token = STARTS[byte];
      if (token === WHITE || token === NUMBER) this.at += 1;
      else if (token === STRING) this.skipString();
      else if (token === COMMENT) this.skipComment();
      else if (token === NAME) {
        this.at += 1;
        this.skipRegular();
      } else if (token === WORD) {
        const start = this.at;
        this.skipRegular();
        if (this.constantAt(start, this.at) !== null) continue;
        this.at = start;
        this.problem ??= 'unbalanced';
        return;
      } else if (token === STRAY) {
        if (depth > 0 && this.#closes(this.#closers[depth - 1]!)) depth -= 1;
        else {
          this.at += 1;
          this.problem ??= 'stray-delimiter';
        }
      } else if (token === ANGLE && bytes[this.at + 1] !== 0x3c) {
        this.skipHexString();
      } else if (depth === MAX_NESTING) {
        this.problem ??= 'too-deep';
        return;
      } else {
        this.#closers[depth++] = token === ARRAY ? 0x5d : 0x3e;
        this.at += token === ARRAY ? 1 : 2;
      }
    } while (depth > 0 && this.at < bytes.length);
    if (depth > 0) this.problem ??= 'unbalanced';
  }

  /** Consumes the expected closing bracket if it is next. */
  #closes(due: number): boolean {
    const { bytes } = this;
    if (bytes[this.at] !== due) return false;
    if (due === 0x3e && bytes[this.at + 1] !== 0x3e) return false;
    this.at += due === 0x3e ? 2 : 1;
    return true;
  }
}
