import type { ContentReader } from '../../pdf/content/syntax/operations.ts';
import type { ContentValue } from '../../pdf/content/syntax/values.ts';

/** How a font takes codes out of strings: simple fonts one byte each, composite ones as their CMap says. */
export type CodeWidth = 1 | 2 | 'by-cmap';

/** The codes that content shows in one font. */
export class ShownCodes {
  readonly codes = new Set<number>();
  /** A string that readers cut into codes in different ways was shown. */
  isUncertain = false;
  readonly #width: CodeWidth;

  constructor(width: CodeWidth) {
    this.#width = width;
  }

  /** The reader stands at an operation that shows text. Every string among its operands counts. */
  add(reader: ContentReader): void {
    for (let index = 0; index < reader.operandCount; index++) {
      const kind = reader.kind(index);
      if (kind !== 'string' && kind !== 'hex-string' && kind !== 'array') continue;
      this.#addValue(reader.value(index));
      if (hasBareReturn(reader.bytes, reader.operandStart(index), reader.operandEnd(index)))
        this.isUncertain = true;
    }
  }

  #addValue(value: ContentValue): void {
    if (value.kind === 'array') for (const item of value.items) this.#addValue(item);
    if (value.kind !== 'string') return;
    const { value: bytes } = value;
    if (this.#width === 1) for (const code of bytes) this.codes.add(code);
    else if (this.#width === 'by-cmap' || bytes.length % 2 === 1) this.isUncertain = true;
    else for (let at = 0; at < bytes.length; at += 2) this.codes.add(bytes[at] * 256 + bytes[at + 1]);
  }
}

/**
 * Whether a string in [start, end) holds a carriage return as it is. It shall count as a line feed (ISO 32000-2,
 * 7.3.4.2), but some readers take it for a code.
 */
function hasBareReturn(bytes: Uint8Array, start: number, end: number): boolean {
  let depth = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at];
    if (byte === 0x5c) at += 1;
    else if (byte === 0x28) depth += 1;
    else if (byte === 0x29) depth -= 1;
    else if (byte === 0x0d && depth > 0) return true;
  }
  return false;
}
