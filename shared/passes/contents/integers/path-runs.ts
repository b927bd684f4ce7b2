import type { Linear } from '../../../pdf/content/interpret/linear.ts';
import { ContentReader } from '../../../pdf/content/syntax/operations.ts';
import { PATH_POINTS } from '../round-numbers.ts';
import type { Span } from '../same-tokens.ts';
import { isSolid, type StrokeState, StrokeStates } from './stroke-state.ts';

/** Paths one after the other in the same user space, with changes of colors and lines between them. */
export interface PathRun extends Span {
  readonly linear: Linear;
  /** Coordinates in the run. */
  readonly numbers: number;
  /** Line width at the start; null if no line is drawn with it. */
  readonly width: number | null;
  /** The next `Q` ends the run and restores the state before it. */
  readonly isEnclosed: boolean;
  /** Last changes of the state in the run, one or two per parameter, in their order. */
  readonly changes: readonly Span[];
}

/** Coordinates of operators that construct paths (ISO 32000-2, table 58). */
export const PATH_OPERANDS: ReadonlyMap<string, number> = new Map([
  ...Array.from(PATH_POINTS, ([operator, points]): [string, number] => [operator, 2 * points]),
  ['h', 0],
  ['re', 4],
]);

const BEGINS_PATH = operators('m re');

/** Operators that paint a path (table 59); clipping paths stay as they are. */
export const PAINTING = operators('S s B B* b b* f F f* n');
/** Those that stroke it. */
export const STROKING = operators('S s B B* b b*');

/** The parameter that an operator sets, named by its first operator. */
export const PARAMETERS: ReadonlyMap<string, string> = new Map(
  ['w', 'J', 'j', 'M', 'd', 'i', 'ri', 'cs g rg k', 'CS G RG K', 'sc scn', 'SC SCN'].flatMap((group) => {
    const all = group.split(' ');
    return all.map((operator): [string, string] => [operator, all[0]!]);
  }),
);

/** The color space parameter of a color in it. */
export function spaceOf(parameter: string): string | null {
  return parameter === 'sc' ? 'cs' : parameter === 'SC' ? 'CS' : null;
}

function operators(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** Shorter runs cost more than they save. */
const MIN_NUMBERS = 80;

/** Returns the runs of a content in order; null if its state is not certain throughout. */
export function pathRuns(bytes: Uint8Array, isPage: boolean): readonly PathRun[] | null {
  return new RunSearch(bytes, isPage).run();
}

class RunSearch {
  readonly #reader: ContentReader;
  readonly #states: StrokeStates;
  readonly #runs: PathRun[] = [];
  #run: OpenRun | null = null;
  #inText = false;
  /** A path is under construction, in a run or not. */
  #isInPath = false;

  constructor(bytes: Uint8Array, isPage: boolean) {
    this.#reader = new ContentReader(bytes);
    this.#states = new StrokeStates(isPage);
  }

  run(): readonly PathRun[] | null {
    const reader = this.#reader;
    while (reader.next()) {
      if (reader.problem !== null || !this.#operation()) return null;
    }
    if (reader.problem !== null) return null;
    this.#end(false);
    return this.#runs;
  }

  #operation(): boolean {
    const reader = this.#reader;
    const { operator } = reader;
    if (operator === 'BT') this.#inText = true;
    else if (operator === 'ET') this.#inText = false;
    else if (!this.#inText && this.#belongs()) return this.#states.apply(reader);
    this.#end(operator === 'Q' && this.#states.depth > 0);
    return this.#states.apply(reader);
  }

  /** Adds the operation to the run if it may be part of one. */
  #belongs(): boolean {
    const reader = this.#reader;
    const { operator, operandCount } = reader;
    const operands = PATH_OPERANDS.get(operator);
    if (operands !== undefined) {
      const isKnown = operandCount === operands && areNumbers(reader);
      if (!isKnown) {
        this.#isInPath = true;
        return false;
      }
      // A change of the matrix within a path is taken differently by readers.
      if (this.#run === null && !this.#isInPath && BEGINS_PATH.has(operator)) {
        this.#run = new OpenRun(reader.start, this.#states.now);
      }
      this.#isInPath = true;
      this.#run?.path(operands);
      return this.#run !== null;
    }
    if (PAINTING.has(operator)) {
      this.#isInPath = false;
      return operandCount === 0 && this.#run?.paint(reader, this.#states.now) === true;
    }
    const parameter = PARAMETERS.get(operator);
    return parameter !== undefined && this.#run?.change(reader, parameter) === true;
  }

  #end(isEnclosed: boolean): void {
    const run = this.#run?.closed(isEnclosed) ?? null;
    if (run !== null) this.#runs.push(run);
    this.#run = null;
  }
}

/** A run that the next operation may continue. */
class OpenRun {
  readonly #start: number;
  readonly #state: StrokeState;
  #end = 0;
  #numbers = 0;
  #changes: readonly Change[] = [];
  #usesWidth = false;
  /** Since the last painted path. */
  #pending = { numbers: 0, changes: this.#changes, isPath: false, end: 0 };
  #hasWidth = false;

  constructor(start: number, state: StrokeState) {
    this.#start = start;
    this.#state = state;
  }

  path(numbers: number): void {
    this.#pending.numbers += numbers;
    this.#pending.isPath = true;
  }

  /** Returns false if the lines of the path are unknown or dashed, or if there is no path. */
  paint({ operator, end }: ContentReader, { width, isSolid }: StrokeState): boolean {
    const strokes = STROKING.has(operator);
    const pending = this.#pending;
    if (!pending.isPath || (strokes && (width === null || !isSolid))) return false;
    this.#usesWidth ||= strokes && !this.#hasWidth;
    this.#numbers += pending.numbers;
    this.#changes = pending.changes;
    this.#end = end;
    this.#pending = { numbers: 0, changes: pending.changes, isPath: false, end };
    return true;
  }

  /** Returns false if the change may not be in a run. */
  change(reader: ContentReader, parameter: string): boolean {
    const { operator, operandCount, start, end } = reader;
    const pending = this.#pending;
    if (pending.isPath) return false;
    if (operator === 'd' && !isSolid(reader)) return false;
    if (operator === 'w') {
      if (operandCount !== 1 || !(reader.number(0) >= 0)) return false;
      this.#hasWidth = true;
    }
    // Patterns do not depend on the matrix (8.7.3.1), but some readers may think so.
    if (spaceOf(parameter) !== null && !areNumbers(reader)) return false;
    const others = pending.changes.filter((change) => !replaces(parameter, change.parameter));
    this.#pending = { ...pending, changes: [...others, { parameter, start, end }], end };
    return true;
  }

  closed(isEnclosed: boolean): PathRun | null {
    if (this.#numbers < MIN_NUMBERS) return null;
    const endsWithState = isEnclosed && !this.#pending.isPath;
    return {
      start: this.#start,
      end: endsWithState ? this.#pending.end : this.#end,
      linear: this.#state.linear,
      numbers: this.#numbers,
      width: this.#usesWidth ? this.#state.width : null,
      isEnclosed: endsWithState,
      changes: this.#changes,
    };
  }
}

interface Change extends Span {
  readonly parameter: string;
}

/** A color space replaces the color in the previous one. */
export function replaces(parameter: string, other: string): boolean {
  return other === parameter || spaceOf(other) === parameter;
}

function areNumbers(reader: ContentReader): boolean {
  for (let index = 0; index < reader.operandCount; index++) {
    if (!Number.isFinite(reader.number(index))) return false;
  }
  return true;
}
