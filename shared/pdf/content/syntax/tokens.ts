import { isRegular } from '../../bytes.ts';
import { ANGLE, ARRAY, COMMENT, ContentLexer, NAME, NUMBER, STARTS, STRAY, STRING, WHITE } from './lexer.ts';

export type TokenKind = 'number' | 'odd' | 'name' | 'string' | 'open' | 'close' | 'word';

/** Iterates over the tokens inside an array or a dictionary, brackets included. */
export class ContentTokens extends ContentLexer {
  kind: TokenKind = 'word';
  start = 0;
  end = 0;
  #limit = 0;

  /** Moves to [start, end), a complete operand. */
  enter(start: number, end: number): void {
    this.at = start;
    this.#limit = end;
  }

  next(): boolean {
    const { bytes } = this;
    while (this.at < this.#limit) {
      const token = STARTS[bytes[this.at]!]!;
      if (token === WHITE) this.at += 1;
      else if (token === COMMENT) this.skipComment();
      else {
        this.start = this.at;
        this.kind = this.#read(token);
        this.end = this.at;
        return true;
      }
    }
    return false;
  }

  #read(token: number): TokenKind {
    const { bytes } = this;
    switch (token) {
      case NUMBER:
        return this.#number();
      case NAME:
        this.at += 1;
        this.skipRegular();
        return 'name';
      case STRING:
        this.skipString();
        return 'string';
      case ARRAY:
        this.at += 1;
        return 'open';
      case ANGLE:
        if (bytes[this.at + 1] !== 0x3c) {
          this.skipHexString();
          return 'string';
        }
        this.at += 2;
        return 'open';
      case STRAY:
        this.at += bytes[this.at] === 0x3e && bytes[this.at + 1] === 0x3e ? 2 : 1;
        return 'close';
      default:
        this.skipRegular();
        return 'word';
    }
  }

  #number(): TokenKind {
    const isNumber = this.skipNumber();
    // `1abc`: two tokens to some readers, one to others.
    const isWhole = this.at >= this.#limit || !isRegular(this.bytes[this.at]!);
    return isNumber && isWhole ? 'number' : 'odd';
  }
}
