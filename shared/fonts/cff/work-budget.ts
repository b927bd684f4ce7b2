import { refuse } from './refused-face.ts';

/** Operators and operands of all glyphs of one font. Large CJK fonts have about 3 million. */
const MAX_TOKENS = 10_000_000;

/** Limits the interpretation of a font: nested subroutine calls multiply. */
export class WorkBudget {
  #left = MAX_TOKENS;

  spend(tokens: number): void {
    this.#left -= tokens;
    if (this.#left < 0) refuse('too-complex', 'charstrings that never end');
  }
}
