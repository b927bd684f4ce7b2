import { isRegular } from '../../pdf/bytes.ts';
import type { ContentReader } from '../../pdf/content/syntax/operations.ts';
import { NUMBERS_TAKEN } from '../../pdf/content/syntax/operators.ts';
import { ContentTokens } from '../../pdf/content/syntax/tokens.ts';
import type { ContentOutput } from './content-output.ts';

/** Writes the reader's current operation, each operand in its shortest form. */
export class OperationWriter {
  readonly #bytes: Uint8Array;
  readonly #reader: ContentReader;
  readonly #tokens: ContentTokens;
  readonly #out: ContentOutput;

  constructor(reader: ContentReader, out: ContentOutput) {
    this.#bytes = reader.bytes;
    this.#reader = reader;
    this.#tokens = new ContentTokens(reader.bytes);
    this.#out = out;
  }

  /** Returns false for a numeric operator with wrong or too many operands, since readers differ on these. */
  hasItsOperands(): boolean {
    const reader = this.#reader;
    const taken = NUMBERS_TAKEN.get(reader.operator);
    if (taken === undefined) return true;
    if (reader.operandCount !== taken) return false;
    for (let i = 0; i < taken; i++) if (reader.kind(i) !== 'number') return false;
    return true;
  }

  /** Returns whether there are operands and all are numbers. */
  areNumbers(): boolean {
    const reader = this.#reader;
    for (let i = 0; i < reader.operandCount; i++) if (reader.kind(i) !== 'number') return false;
    return reader.operandCount > 0;
  }

  /** Returns false if readers may parse an operand differently; the operation may then be partly written. */
  write(): boolean {
    const reader = this.#reader;
    const { operator, operandCount } = reader;
    // Some readers require these without a point.
    const isInteger = operator === 'J' || operator === 'j' || operator === 'Tr';
    for (let i = 0; i < operandCount; i++) {
      if (!this.#operand(i, isInteger)) return false;
    }
    this.#out.raw(this.#bytes, reader.end - operator.length, reader.end);
    return true;
  }

  #operand(index: number, isInteger: boolean): boolean {
    const reader = this.#reader;
    const start = reader.operandStart(index);
    const end = reader.operandEnd(index);
    switch (reader.kind(index)) {
      case 'number':
        // `1rg`: two tokens to some readers, one to others.
        if (isRegular(this.#bytes[end]!)) return false;
        if (isInteger) this.#out.raw(this.#bytes, start, end);
        else this.#out.number(this.#bytes, start, end);
        return true;
      case 'string':
      case 'hex-string':
        this.#out.string(this.#bytes, start, end);
        return true;
      case 'array':
        return this.#nested(start, end, 'shortest');
      case 'dictionary':
        return this.#nested(start, end, 'as-is');
      case 'name':
      case 'boolean':
      case 'null':
        this.#out.raw(this.#bytes, start, end);
        return true;
      default:
        return false;
    }
  }

  /** Numbers and strings in property lists stay unchanged: programs read them in their own ways. */
  #nested(start: number, end: number, form: 'shortest' | 'as-is'): boolean {
    const tokens = this.#tokens;
    tokens.enter(start, end);
    while (tokens.next()) {
      if (tokens.kind === 'odd') return false;
      if (form === 'shortest' && tokens.kind === 'number') {
        this.#out.number(this.#bytes, tokens.start, tokens.end);
      } else if (form === 'shortest' && tokens.kind === 'string') {
        this.#out.string(this.#bytes, tokens.start, tokens.end);
      } else {
        this.#out.raw(this.#bytes, tokens.start, tokens.end);
      }
    }
    return true;
  }
}
