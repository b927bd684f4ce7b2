import type { ContentReader } from '../../pdf/content/syntax/operations.ts';
import { decodeString } from '../../pdf/content/syntax/string.ts';
import { ContentTokens } from '../../pdf/content/syntax/tokens.ts';

/** Code length of a font: one byte for simple fonts; composite fonts depend on their CMap. */
export type CodeWidth = 1 | 2 | 'by-cmap';

const OPEN = 0x28;
const BACKSLASH = 0x5c;
const RETURN = 0x0d;

/** Codes that content shows in one font. */
export class ShownCodes {
  readonly codes = new Set<number>();
  /** True if a shown string can be split into codes in different ways. */
  isUncertain = false;
  readonly #width: CodeWidth;
  /** One bit per code in `codes`: most codes are repeated very often. */
  readonly #isKnown: Uint8Array;
  #tokens = new ContentTokens(new Uint8Array());
  #value = new Uint8Array(256);

  constructor(width: CodeWidth) {
    this.#width = width;
    this.#isKnown = new Uint8Array(width === 1 ? 0x100 / 8 : 0x10000 / 8);
  }

  /** Adds every string among the operands of the reader's current text operation. */
  add(reader: ContentReader): void {
    for (let index = 0; index < reader.operandCount; index++) {
      const kind = reader.kind(index);
      const start = reader.operandStart(index);
      const end = reader.operandEnd(index);
      if (kind === 'string' || kind === 'hex-string') this.#addString(reader.bytes, start, end);
      else if (kind === 'array') this.#addStrings(reader.bytes, start, end);
      // PDFium shows the letters of a name.
      else if (kind === 'name') this.isUncertain = true;
    }
  }

  #addStrings(bytes: Uint8Array, start: number, end: number): void {
    if (this.#tokens.bytes !== bytes) this.#tokens = new ContentTokens(bytes);
    const tokens = this.#tokens;
    tokens.enter(start, end);
    while (tokens.next()) if (tokens.kind === 'string') this.#addString(bytes, tokens.start, tokens.end);
  }

  #addString(bytes: Uint8Array, start: number, end: number): void {
    const form = bytes[start] === OPEN ? literalForm(bytes, start, end) : 'escaped';
    // A line feed according to ISO 32000-2, 7.3.4.2, but some readers treat it as a code.
    if (form === 'with-return') this.isUncertain = true;
    if (form === 'as-it-stands') {
      this.#addCodes(bytes, start + 1, end - 1);
      return;
    }
    if (end - start > this.#value.length) this.#value = new Uint8Array(2 * (end - start));
    this.#addCodes(this.#value, 0, decodeString(bytes, start, end, this.#value));
  }

  #addCodes(bytes: Uint8Array, start: number, end: number): void {
    if (this.#width === 1) for (let at = start; at < end; at++) this.#addCode(bytes[at]!);
    else if (this.#width === 'by-cmap' || (end - start) % 2 === 1) this.isUncertain = true;
    else for (let at = start; at < end; at += 2) this.#addCode(bytes[at]! * 256 + bytes[at + 1]!);
  }

  #addCode(code: number): void {
    const bit = 1 << (code & 7);
    if ((this.#isKnown[code >> 3]! & bit) !== 0) return;
    this.#isKnown[code >> 3]! |= bit;
    this.codes.add(code);
  }
}

/** Classifies a literal string's content: plain bytes, or bytes that need decoding. */
function literalForm(
  bytes: Uint8Array,
  start: number,
  end: number,
): 'as-it-stands' | 'escaped' | 'with-return' {
  let form: 'as-it-stands' | 'escaped' = 'as-it-stands';
  for (let at = start; at < end; at++) {
    const byte = bytes[at];
    if (byte === RETURN) return 'with-return';
    if (byte !== BACKSLASH) continue;
    form = 'escaped';
    at += 1;
  }
  return form;
}
