import { refuse } from '../cff/refused-face.ts';
import type { Tokens } from './tokens.ts';

/** Longer than any number array in fonts. */
const MAX_NUMBERS = 64;

/** Skips to the end of a procedure or array that was just opened. */
export function skipProcedure(tokens: Tokens): void {
  for (let depth = 1; depth > 0; ) {
    const token = tokens.next();
    if (token === null) refuse('damaged', 'procedure without an end');
    if (token.kind === 'open') depth += 1;
    else if (token.kind === 'close') depth -= 1;
  }
}

/** Reads `[1 2 3]` or `{1 2 3}`; null for anything else. */
export function numberArray(tokens: Tokens): readonly number[] | null {
  const first = tokens.next();
  if (first?.kind !== 'open') return null;
  const numbers: number[] = [];
  for (let token = tokens.next(); token?.kind !== 'close'; token = tokens.next()) {
    if (token?.kind !== 'number' || numbers.length === MAX_NUMBERS) return null;
    numbers.push(token.value);
  }
  return numbers;
}
