/**
 * Proves that content with fewer text objects draws the same. Both contents are parsed again and executed in
 * parallel. Every operation that draws, or changes more than a value of the state, must be the same one with the
 * same operands, in the same order, at the same depth of `q`, and find the same values and line matrix. Text
 * objects themselves are no effect, as long as text does not clip.
 *
 * It shares the lexer with the joining code, and what a position is.
 */
import { ContentReader } from '../../../pdf/content/syntax/operations.ts';
import { type Span, TokenComparison } from '../same-tokens.ts';
import { SLOTS, selectsSpace, setsColorInSpace, slotOf } from '../tracked.ts';
import { type Coordinate, coordinate, isSameCoordinate, moved, ORIGIN } from './line-position.ts';

/** Returns whether `after` draws the same as `before` on a page without transparency. */
export function showsTheSameTexts(before: Uint8Array, after: Uint8Array): boolean {
  const one = new TextExecution(before);
  const other = new TextExecution(after);
  const comparison = new TokenComparison(before, after);
  for (;;) {
    const goesOn = one.toNextEffect();
    if (goesOn !== other.toNextEffect() || one.isUncertain || other.isUncertain) return false;
    if (!isSameState(one, other, comparison)) return false;
    if (!goesOn) return one.isWhole && other.isWhole;
    if (
      one.reader.operator !== other.reader.operator ||
      !isSameEffect(one.reader, other.reader, comparison)
    ) {
      return false;
    }
    one.passEffect();
    other.passEffect();
  }
}

function isSameEffect(one: ContentReader, other: ContentReader, comparison: TokenComparison): boolean {
  if (one.inlineImage === null && other.inlineImage === null) return comparison.areSame(one, other);
  const length = one.end - one.start;
  if (length !== other.end - other.start) return false;
  for (let at = 0; at < length; at++) {
    if (one.bytes[one.start + at] !== other.bytes[other.start + at]) return false;
  }
  return true;
}

const TEXT_STATE = ['Tf', 'Tc', 'Tw', 'Tz', 'TL', 'Ts', 'Tr'] as const;
const LEADING = SLOTS.length + TEXT_STATE.indexOf('TL');
const WORD_SPACING = SLOTS.length + TEXT_STATE.indexOf('Tw');
const LETTER_SPACING = SLOTS.length + TEXT_STATE.indexOf('Tc');
/** Transformation, clip, and whatever `gs` sets. */
const SCOPE = SLOTS.length + TEXT_STATE.length;
const VALUES = SCOPE + 1;
const TEXT_SLOT: ReadonlyMap<string, number> = new Map(
  TEXT_STATE.map((operator, index) => [operator, SLOTS.length + index] as const),
);

/** Operators that may stand in a text object (ISO 32000-2, figure 9); `gs` may select a font and is left out. */
const IN_TEXT: ReadonlySet<string> = new Set('Td TD Tm T* Tj TJ \' " BDC BMC EMC MP DP'.split(' '));
const SCOPED: ReadonlySet<string> = new Set(['cm', 'W', 'W*', 'gs', 'BX', 'EX']);
const SHOWS: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"']);
const FIRST_CLIPPING_MODE = 4;

/** One value of the state, as the operations that set it. */
interface Value {
  /** Number of effects before the last that may have set it otherwise. */
  readonly since: number;
  readonly space: Span | null;
  readonly setting: Span | null;
  /** For the leading alone. */
  readonly number: number;
}

const INITIAL: Value = { since: 0, space: null, setting: null, number: 0 };

interface Line {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: Coordinate;
  readonly f: Coordinate;
}

const IDENTITY: Line = { a: 1, b: 0, c: 0, d: 1, e: ORIGIN, f: ORIGIN };

class TextExecution {
  readonly reader: ContentReader;
  values: Value[] = new Array<Value>(VALUES).fill(INITIAL);
  readonly saved: (readonly Value[])[] = [];
  touched = true;
  /** Null outside of a text object. */
  line: Line | null = null;
  isUncertain = false;
  #effects = 0;

  constructor(bytes: Uint8Array) {
    this.reader = new ContentReader(bytes);
  }

  get isWhole(): boolean {
    return this.reader.problem === null && this.reader.operandCount === 0 && this.line === null;
  }

  /** Executes what only changes values and matrices; returns false at the end, or if nothing is certain. */
  toNextEffect(): boolean {
    const { reader } = this;
    while (reader.next()) {
      if (reader.problem !== null) this.isUncertain = true;
      if (this.isUncertain) return false;
      if (this.line === null ? this.#outside() : this.#inside()) return true;
    }
    return false;
  }

  /** Returns whether the operation is an effect. */
  #outside(): boolean {
    const { reader } = this;
    const { operator } = reader;
    if (operator === 'q') {
      this.saved.push(this.values);
      return false;
    }
    if (operator === 'Q' && this.saved.length > 0) {
      this.values = [...this.saved.pop()!];
      this.touched = true;
      return false;
    }
    if (operator === 'BT') {
      this.line = IDENTITY;
      return false;
    }
    if (this.#setsValue()) return false;
    if (operator === 'ET' || IN_TEXT.has(operator))
      this.isUncertain ||= !/^([BE]M?D?C|[MD]P)$/.test(operator);
    return true;
  }

  #inside(): boolean {
    const { reader } = this;
    const { operator } = reader;
    if (operator === 'ET') {
      this.line = null;
      return false;
    }
    if (this.#setsValue()) return false;
    if (!IN_TEXT.has(operator)) {
      this.isUncertain = true;
      return true;
    }
    this.#moveLine();
    return SHOWS.has(operator) || /C$|P$/.test(operator);
  }

  #moveLine(): void {
    const { reader, line } = this;
    if (line === null) return;
    const number = (index: number) => reader.number(index);
    switch (reader.operator) {
      case 'Td':
        this.line = movedBy(line, number(0), number(1));
        return;
      case 'TD':
        this.#set(LEADING, { since: 0, space: null, setting: this.#span(), number: -number(1) });
        this.line = movedBy(line, number(0), number(1));
        return;
      case 'Tm':
        this.line = {
          a: number(0),
          b: number(1),
          c: number(2),
          d: number(3),
          e: coordinate(number(4)),
          f: coordinate(number(5)),
        };
        return;
      case '"':
        this.#set(WORD_SPACING, { since: 0, space: null, setting: this.#span(), number: 0 });
        this.#set(LETTER_SPACING, { since: 0, space: null, setting: this.#span(), number: 0 });
        this.line = movedBy(line, 0, -this.values[LEADING]!.number);
        return;
      case 'T*':
      case "'":
        this.line = movedBy(line, 0, -this.values[LEADING]!.number);
        return;
      default:
    }
  }

  passEffect(): void {
    this.#effects += 1;
    this.touched = false;
    const { operator, operatorKnown } = this.reader;
    if (operatorKnown && !SCOPED.has(operator)) return;
    const unknown = { since: this.#effects, space: null, setting: null, number: 0 };
    if (operator === 'gs' || operator === 'BX' || operator === 'EX' || !operatorKnown) {
      this.values = new Array<Value>(VALUES).fill(unknown);
    } else this.#set(SCOPE, unknown);
    this.touched = true;
  }

  /** Returns false if the operation does more than set a value. */
  #setsValue(): boolean {
    const { reader } = this;
    const { operator } = reader;
    const text = TEXT_SLOT.get(operator);
    if (text !== undefined) {
      if (operator === 'Tr' && !(reader.number(0) < FIRST_CLIPPING_MODE)) this.isUncertain = true;
      this.#set(text, { since: 0, space: null, setting: this.#span(), number: reader.number(0) });
      return true;
    }
    const slot = reader.operatorKnown ? slotOf(operator) : undefined;
    if (slot === undefined) return false;
    if (setsColorInSpace(operator)) {
      // Letters in the colors of a pattern may be transparent.
      if (reader.kind(reader.operandCount - 1) === 'name') this.isUncertain = true;
      this.#set(slot, { ...this.values[slot]!, setting: this.#span() });
    } else if (selectsSpace(operator)) {
      this.#set(slot, { since: 0, space: this.#span(), setting: null, number: 0 });
    } else this.#set(slot, { since: 0, space: null, setting: this.#span(), number: 0 });
    return true;
  }

  #set(slot: number, value: Value): void {
    // A saved level is the same array until a value changes.
    this.values = this.values.with(slot, value);
    this.touched = true;
  }

  #span(): Span {
    return { start: this.reader.start, end: this.reader.end };
  }
}

function movedBy(line: Line, x: number, y: number): Line {
  const { a, b, c, d, e, f } = line;
  return { ...line, e: moved(e, x * a + y * c), f: moved(f, x * b + y * d) };
}

function isSameState(one: TextExecution, other: TextExecution, comparison: TokenComparison): boolean {
  if (one.saved.length !== other.saved.length || !isSameLine(one.line, other.line)) return false;
  // A saved state is compared once it is restored.
  if (!one.touched && !other.touched) return true;
  return areSameValues(one.values, other.values, comparison);
}

function isSameLine(one: Line | null, other: Line | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.a === other.a &&
    one.b === other.b &&
    one.c === other.c &&
    one.d === other.d &&
    isSameCoordinate(one.e, other.e) &&
    isSameCoordinate(one.f, other.f)
  );
}

function areSameValues(one: readonly Value[], other: readonly Value[], comparison: TokenComparison): boolean {
  return one.every((value, slot) => {
    const { since, space, setting } = other[slot]!;
    return (
      value.since === since &&
      isSameSpan(value.space, space, comparison) &&
      isSameSpan(value.setting, setting, comparison)
    );
  });
}

function isSameSpan(one: Span | null, other: Span | null, comparison: TokenComparison): boolean {
  if (one === null || other === null) return one === other;
  return comparison.areSame(one, other);
}
