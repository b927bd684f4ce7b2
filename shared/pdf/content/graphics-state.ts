import { ofLength, type Tuple } from '../../lists.ts';
import { concatMatrices, type Matrix } from './matrix.ts';
import type { ContentReader } from './syntax/operations.ts';

/** Maximum saved states; readers stop far earlier, and each needs memory. */
const MAX_SAVED = 10_000;

/** The part of the graphics state that a reader of one content follows: `q` saves it, `Q` restores it (8.4.2). */
export class GraphicsStack<State extends object> {
  readonly #saved: State[] = [];
  #now: State;

  constructor(initial: State) {
    this.#now = initial;
  }

  get now(): State {
    return this.#now;
  }

  /** Number of states that `Q` can restore. */
  get depth(): number {
    return this.#saved.length;
  }

  set(change: Partial<State>): void {
    this.replace({ ...this.#now, ...change });
  }

  replace(state: State): void {
    this.#now = state;
  }

  /** Returns false if too many states are saved. */
  save(): boolean {
    this.#saved.push(this.#now);
    return this.#saved.length <= MAX_SAVED;
  }

  /** Returns false for an unmatched `Q`. Most readers ignore it; some end a state that they have put around the page. */
  restore(): boolean {
    const saved = this.#saved.pop();
    this.#now = saved ?? this.#now;
    return saved !== undefined;
  }
}

/** Returns exactly this many numbers; null if readers may take other operands. */
export function numberOperands<const Count extends number>(
  reader: ContentReader,
  count: Count,
): Tuple<number, Count> | null {
  if (reader.operandCount !== count) return null;
  const numbers = Array.from({ length: count }, (_, index) => reader.number(index));
  return numbers.some(Number.isNaN) ? null : ofLength(numbers, count);
}

/** Applies `cm`. Returns false if readers may take another matrix. */
export function concatOperand<State extends { readonly matrix: Matrix }>(
  states: GraphicsStack<State>,
  reader: ContentReader,
): boolean {
  const inner = matrixOperand(reader);
  if (inner === null) return false;
  states.replace({ ...states.now, matrix: concatMatrices(inner, states.now.matrix) });
  return true;
}

/** Returns the operands of `cm`; null if readers may take another matrix. */
export function matrixOperand(reader: ContentReader): Matrix | null {
  return numberOperands(reader, 6);
}
