import { concatMatrices, IDENTITY_MATRIX, type Matrix } from '../../pdf/content/matrix.ts';
import type { DrawingUnit } from './drawing-units.ts';
import { GraphicsSlots } from './graphics-slots.ts';

/** A run of units in one content, with the states before and after it. */
export interface DrawingRun {
  /** Index of the content. */
  readonly content: number;
  readonly units: readonly DrawingUnit[];
  readonly start: number;
  readonly end: number;
  readonly before: GraphicsSlots;
  readonly after: GraphicsSlots;
  readonly matrix: Matrix;
}

/** The same drawing in the same state, in several places. */
export type Repeated = readonly DrawingRun[];

/** Minimum bytes of a run; below, a form costs more than it saves. */
const MIN_RUN_BYTES = 300;

/** Returns runs of units that several places share, each as long as possible. */
export function repeatedRuns(contents: readonly (readonly DrawingUnit[])[]): readonly Repeated[] {
  const times = timesOf(contents);
  const flat = contents.map((units, content) => new Flattening(content, times).items(units));
  const glue = new Glue(flat);
  const groups = new Map<string, DrawingRun[]>();
  for (const items of flat) {
    for (const run of glue.runsOf(items)) {
      const text = `${run.before.identity()}\n\n${run.units.map(({ identity }) => identity).join('\n')}`;
      const group = groups.get(text);
      if (group === undefined) groups.set(text, [run]);
      else group.push(run);
    }
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

function timesOf(contents: readonly (readonly DrawingUnit[])[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  const count = (units: readonly DrawingUnit[]) => {
    for (const { identity, inner } of units) {
      times.set(identity, (times.get(identity) ?? 0) + 1);
      count(inner);
    }
  };
  for (const units of contents) count(units);
  return times;
}

/** A unit with its state. */
interface Item {
  readonly unit: DrawingUnit;
  readonly content: number;
  /** It may be part of a run. */
  readonly isFree: boolean;
  readonly before: GraphicsSlots;
  readonly after: GraphicsSlots;
  readonly matrix: Matrix;
}

/** Flattens the units of a content: opens blocks that no other place has. */
class Flattening {
  readonly #content: number;
  readonly #times: ReadonlyMap<string, number>;
  readonly #items: Item[] = [];
  #slots = new GraphicsSlots();
  #matrix = IDENTITY_MATRIX;
  /** A named state is in effect, which is not analyzed here. */
  #isOther = false;

  constructor(content: number, times: ReadonlyMap<string, number>) {
    this.#content = content;
    this.#times = times;
  }

  items(units: readonly DrawingUnit[]): readonly Item[] {
    for (const unit of units) {
      const isRepeated =
        (this.#times.get(unit.identity) ?? 0) > 1 && unit.kind !== 'barrier' && !unit.showsText;
      const mayHoldRun = unit.inner.length > 0 && unit.end - unit.start >= MIN_RUN_BYTES;
      if (mayHoldRun && !isRepeated) this.#open(unit);
      else this.#add(unit, isRepeated && !unit.isMarked && !this.#isOther);
    }
    return this.#items;
  }

  #open(block: DrawingUnit): void {
    const [slots, matrix, isOther] = [this.#slots, this.#matrix, this.#isOther];
    // A run never crosses the edge of a block.
    this.#add({ ...block, states: [], matrix: null, setsOther: false }, false);
    this.#slots = slots;
    this.items(block.inner);
    [this.#slots, this.#matrix, this.#isOther] = [slots, matrix, isOther];
    this.#add({ ...block, states: [], matrix: null, setsOther: false }, false);
  }

  #add(unit: DrawingUnit, isFree: boolean): void {
    const before = this.#slots;
    for (const state of unit.states) this.#slots = this.#slots.with(state);
    if (unit.matrix !== null) this.#matrix = concatMatrices(unit.matrix, this.#matrix);
    // A pattern, or another state that cannot be set elsewhere.
    this.#isOther ||= unit.setsOther || (unit.kind === 'barrier' && unit.states.length > 0);
    const { after, matrix } = { after: this.#slots, matrix: this.#matrix };
    this.#items.push({ unit, content: this.#content, isFree, before, after, matrix });
  }
}

/** Finds units that occur together in all their places. */
class Glue {
  readonly #numbers = new Map<string, number>();
  readonly #times: number[] = [];
  readonly #pairs = new Map<string, number>();

  constructor(contents: readonly (readonly Item[])[]) {
    for (const items of contents) {
      for (const [at, item] of items.entries()) {
        if (!item.isFree) continue;
        const number = this.#numberOf(item);
        this.#times[number] = (this.#times[number] ?? 0) + 1;
        const next = items[at + 1];
        if (next?.isFree !== true) continue;
        const pair = `${number} ${this.#numberOf(next)}`;
        this.#pairs.set(pair, (this.#pairs.get(pair) ?? 0) + 1);
      }
    }
  }

  runsOf(items: readonly Item[]): readonly DrawingRun[] {
    const runs: DrawingRun[] = [];
    for (let from = 0; from < items.length; ) {
      let end = from + 1;
      while (end < items.length && this.#isGlued(items[end - 1]!, items[end]!)) end += 1;
      const run = items[from]!.isFree ? runOf(items.slice(from, end)) : null;
      if (run !== null) runs.push(run);
      from = end;
    }
    return runs;
  }

  #isGlued(one: Item, next: Item): boolean {
    if (!one.isFree || !next.isFree) return false;
    const [number, other] = [this.#numberOf(one), this.#numberOf(next)];
    const together = this.#pairs.get(`${number} ${other}`);
    return together === this.#times[number] && together === this.#times[other];
  }

  #numberOf({ unit: { identity } }: Item): number {
    const known = this.#numbers.get(identity);
    if (known !== undefined) return known;
    this.#numbers.set(identity, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}

/**
 * Returns the run without trailing state operations, which belong to what follows. Null if it paints nothing
 * or is too small.
 */
function runOf(items: readonly Item[]): DrawingRun | null {
  const last = items.findLastIndex(({ unit }) => unit.kind !== 'state');
  if (last < 0) return null;
  const units = items.slice(0, last + 1).map(({ unit }) => unit);
  const [start, end] = [units[0]!.start, units[last]!.end];
  if (end - start < MIN_RUN_BYTES) return null;
  const { content, before, matrix } = items[0]!;
  return { content, units, start, end, before, after: items[last]!.after, matrix };
}
