/**
 * Proves that rewritten content has the same effect. Both contents are parsed again and executed in parallel.
 * Every operation with an effect beyond the tracked state must be the same one with the same operands, in the
 * same order, at the same level of `q`, and find the same tracked state. Removed operations therefore had no
 * effect.
 *
 * It shares only the lexer with the rewriting code.
 */
import { ContentReader } from '../../pdf/content/syntax/operations.ts';
import { type Span, TokenComparison } from './same-tokens.ts';
import { SLOTS, selectsSpace, setsColorInSpace, slotOf } from './tracked.ts';

/** Returns whether `after` draws the same as `before` and leaves the same state. */
export function meansTheSame(before: Uint8Array, after: Uint8Array): boolean {
  const one = new Execution(before);
  const other = new Execution(after);
  const comparison = new TokenComparison(before, after);
  for (;;) {
    const goesOn = one.toNextEffect();
    if (goesOn !== other.toNextEffect()) return false;
    if (!isSameState(one, other, comparison)) return false;
    if (!goesOn) return one.isWhole && other.isWhole;
    if (!isSameOperation(one.reader, other.reader, comparison)) return false;
    one.passEffect();
    other.passEffect();
  }
}

function isSameOperation(one: ContentReader, other: ContentReader, comparison: TokenComparison): boolean {
  if (one.operator !== other.operator) return false;
  if ((one.inlineImage === null) !== (other.inlineImage === null)) return false;
  if (one.inlineImage === null) return comparison.areSame(one, other);
  if (one.end - one.start !== other.end - other.start) return false;
  for (let i = 0; i < one.end - one.start; i++) {
    if (one.bytes[one.start + i] !== other.bytes[other.start + i]) return false;
  }
  return true;
}

/** One value of the state, as the operations that set it. */
interface Value {
  /** Number of effects before the last `gs`, which may have set anything. */
  readonly unknownSince: number;
  readonly space: Span | null;
  readonly setting: Span | null;
}

const INITIAL: Value = { unknownSince: 0, space: null, setting: null };

interface Level {
  readonly values: readonly Value[];
  /** Number of effects before its `q`; distinguishes levels. */
  readonly since: number;
}

/** Executes one content as far as the tracked state is concerned. */
class Execution {
  readonly reader: ContentReader;
  values: Value[] = SLOTS.map(() => INITIAL);
  /** Bits of the slots that were set since the last effect. */
  touched = 0;
  readonly levels: Level[] = [];
  #effects = 0;

  constructor(bytes: Uint8Array) {
    this.reader = new ContentReader(bytes);
  }

  /** True if everything was read without ambiguity. */
  get isWhole(): boolean {
    return this.reader.problem === null && this.reader.operandCount === 0;
  }

  /** Executes operations that only change the tracked state; returns false at the end. */
  toNextEffect(): boolean {
    const { reader } = this;
    while (reader.next()) {
      const slot = reader.operatorKnown ? slotOf(reader.operator) : undefined;
      if (slot !== undefined) this.#set(slot);
      else if (reader.operator === 'q') this.levels.push({ values: [...this.values], since: this.#effects });
      else if (reader.operator === 'Q' && this.levels.length > 0) this.#restore();
      else return true;
    }
    return false;
  }

  passEffect(): void {
    this.#effects += 1;
    this.touched = 0;
    const { operator, operatorKnown } = this.reader;
    if (operatorKnown && operator !== 'gs' && operator !== 'BX' && operator !== 'EX') return;
    this.values = SLOTS.map(() => ({ unknownSince: this.#effects, space: null, setting: null }));
    this.touched = -1;
  }

  #restore(): void {
    const level = this.levels.pop();
    if (level === undefined) return;
    this.values = [...level.values];
    this.touched = -1;
  }

  #set(slot: number): void {
    const { operator, start, end } = this.reader;
    const span: Span = { start, end };
    const old = this.values[slot]!;
    this.touched |= 1 << slot;
    this.values[slot] = selectsSpace(operator)
      ? { unknownSince: 0, space: span, setting: null }
      : setsColorInSpace(operator)
        ? { ...old, setting: span }
        : { unknownSince: 0, space: null, setting: span };
  }
}

function isSameState(one: Execution, other: Execution, comparison: TokenComparison): boolean {
  if (one.levels.length !== other.levels.length) return false;
  if (one.levels.at(-1)?.since !== other.levels.at(-1)?.since) return false;
  const touched = one.touched | other.touched;
  if (touched === 0) return true;
  return one.values.every(
    (value, slot) => (touched & (1 << slot)) === 0 || isSameValue(value, other.values[slot]!, comparison),
  );
}

function isSameValue(one: Value, other: Value, comparison: TokenComparison): boolean {
  if (one === other) return true;
  return (
    one.unknownSince === other.unknownSince &&
    isSameSpan(one.space, other.space, comparison) &&
    isSameSpan(one.setting, other.setting, comparison)
  );
}

function isSameSpan(one: Span | null, other: Span | null, comparison: TokenComparison): boolean {
  if (one === null || other === null) return one === other;
  return comparison.areSame(one, other);
}
