import type { Margins, Place } from './placed-symbols.ts';
import { SeenDifferences } from './usual-differences.ts';

/** White columns beside symbols, so that consecutive symbols mostly touch. */

/** Maximum white columns at one side; larger distances are spaces between words. */
const MAX_BESIDE = 20;
/** A single occurrence of a gap may be chance. */
const MIN_GAPS = 2;
/** Further rounds change almost nothing. */
const ROUNDS = 3;

type Bearings = Pick<Margins, 'left' | 'right'>;

/** Number of pixels between a symbol and the next one in the same row. */
interface Gap {
  readonly before: number;
  readonly after: number;
  readonly columns: number;
}

/** Returns the left and right margins of each symbol, at least its existing ones. */
export function sideBearings(
  pages: readonly (readonly Place[])[],
  least: readonly Margins[],
): readonly Bearings[] {
  const gaps = pages.flatMap((places) => gapsOf(places, least));
  const bearings = firstGuess(gaps, least);
  const usual = new UsualColumns(least.length);
  for (let round = 0; round < ROUNDS; round++) {
    for (const { before, after, columns } of gaps) usual.count(before, columns - bearings[after]!.left);
    for (const [id, margins] of bearings.entries())
      margins.right = Math.max(least[id]!.right, usual.take(id));
    for (const { before, after, columns } of gaps) usual.count(after, columns - bearings[before]!.right);
    for (const [id, margins] of bearings.entries()) margins.left = Math.max(least[id]!.left, usual.take(id));
  }
  return bearings;
}

/** Initial margins: the most frequent gaps to neighbors. */
function firstGuess(gaps: readonly Gap[], least: readonly Margins[]): Bearings[] {
  const symbols = least.length;
  const bearings = least.map(({ left, right }) => ({ left, right }));
  // The right margin of a symbol has its own number; the left one, negated, has a second number.
  const seen = new SeenDifferences(symbols * 2);
  for (const { before, after, columns } of gaps) seen.add(before, symbols + after, -columns);
  for (const group of seen.levels(MIN_GAPS)) {
    const rights = [...group].filter(([thing]) => thing < symbols).map(([, level]) => level);
    if (rights.length === group.size) continue;
    const lowest = rights.reduce((low, level) => Math.min(low, level), Number.POSITIVE_INFINITY);
    for (const [thing, level] of group) {
      const isRight = thing < symbols;
      const id = isRight ? thing : thing - symbols;
      const side = isRight ? 'right' : 'left';
      const columns = Math.min(MAX_BESIDE, isRight ? level - lowest : lowest - level);
      bearings[id]![side] = Math.max(least[id]![side], columns);
    }
  }
  return bearings;
}

function gapsOf(places: readonly Place[], margins: readonly Margins[]): readonly Gap[] {
  const rowOf = ({ id, y, height }: Place) => y + height + margins[id]!.bottom;
  // Places come from left to right, so the last one of the row is the predecessor.
  const lastOfRow = new Map<number, Place>();
  return places.flatMap((place) => {
    const row = rowOf(place);
    const before = lastOfRow.get(row);
    lastOfRow.set(row, place);
    if (before === undefined) return [];
    // Regions count from the last column of a symbol, not from the next one.
    const columns = place.x - before.x - before.width + 1;
    const isClose = Math.abs(columns) < MAX_BESIDE;
    return isClose ? [{ before: before.id, after: place.id, columns }] : [];
  });
}

/** Number of occurrences of each column count per symbol; zero and negative counts are one case. */
class UsualColumns {
  readonly #counts: Uint32Array;

  constructor(symbols: number) {
    this.#counts = new Uint32Array(symbols * (MAX_BESIDE + 1));
  }

  count(symbol: number, columns: number): void {
    const counted = Math.max(0, Math.min(MAX_BESIDE, columns));
    this.#counts[symbol * (MAX_BESIDE + 1) + counted]! += 1;
  }

  /** Returns the most frequent count, the smallest of equally frequent ones, and resets it. */
  take(symbol: number): number {
    const first = symbol * (MAX_BESIDE + 1);
    let usual = 0;
    for (let columns = 1; columns <= MAX_BESIDE; columns++) {
      if (this.#counts[first + columns]! > this.#counts[first + usual]!) usual = columns;
    }
    this.#counts.fill(0, first, first + MAX_BESIDE + 1);
    return usual;
  }
}
