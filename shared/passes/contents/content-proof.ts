/**
 * The proof that rewritten content means the same. Both contents are read anew and carried out side by side: every
 * operation that does more than set what is tracked must be the same one with the same operands, in the same order,
 * at the same level of `q`, and find the same tracked state. So what was dropped can only have been needless.
 *
 * It shares the lexer with the rewriting, and nothing else.
 */
import { ContentReader } from '../../pdf/content/syntax/operations.ts';
import { type Span, TokenComparison } from './same-tokens.ts';
import { SLOTS, selectsSpace, setsColorInSpace, slotOf } from './tracked.ts';

/** True when `after` draws what `before` draws, and leaves the same state behind. */
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
  /** `gs` after so many effects: it may have set anything. */
  readonly unknownSince: number;
  readonly space: Span | null;
  readonly setting: Span | null;
}

const INITIAL: Value = { unknownSince: 0, space: null, setting: null };

interface Level {
  readonly values: readonly Value[];
  /** Effects before its `q`: tells levels apart. */
  readonly since: number;
}

/** One content, carried out as far as the tracked state goes. */
class Execution {
  readonly reader: ContentReader;
  values: Value[] = SLOTS.map(() => INITIAL);
  /** Bits of the slots that were touched since the last effect. */
  touched = 0;
  readonly levels: Level[] = [];
  #effects = 0;

  constructor(bytes: Uint8Array) {
    this.reader = new ContentReader(bytes);
  }

  /** Read to the end without anything unclear. */
  get isWhole(): boolean {
    return this.reader.problem === null && this.reader.operandCount === 0;
  }

  /** Carries out what only changes the tracked state; false at the end. */
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
    const old = this.values[slot];
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
    (value, slot) => (touched & (1 << slot)) === 0 || isSameValue(value, other.values[slot], comparison),
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
