import type { Margins, Place } from './placed-symbols.ts';
import { SeenDifferences } from './usual-differences.ts';

/** Levels of the symbols' lower edges on a line of text, derived from neighboring symbols. */

/** Maximum distance of neighbors, in symbol heights. */
const REACH = 6;
/** A single occurrence as neighbors may be chance. */
const MIN_PAIRS = 2;
/** Maximum share of a line's letters that may be lower than the common level. */
const LOW_SHARE = 0.002;
/** Pixels; symbols that are higher, on a line of larger print, keep a row of their own. */
const MAX_BELOW = 100;

/**
 * Returns the white rows each symbol needs below, so that those of one line end in the same row.
 * @param pages places from left to right
 */
export function levelsOfLines(
  pages: readonly (readonly Place[])[],
  margins: readonly Margins[],
): readonly number[] {
  const below = margins.map(() => 0);
  const uses = usesOf(pages, margins.length);
  const seen = new SeenDifferences(margins.length);
  for (const places of pages) addNeighbours(places, margins, seen);
  for (const line of seen.levels(MIN_PAIRS)) {
    const lowest = lowestLevel(line, uses);
    for (const [id, level] of line) {
      const rows = lowest - level;
      if (rows > 0 && rows <= MAX_BELOW) below[id] = rows;
    }
  }
  return below;
}

function usesOf(pages: readonly (readonly Place[])[], symbols: number): Int32Array {
  const uses = new Int32Array(symbols);
  for (const places of pages) for (const { id } of places) uses[id]! += 1;
  return uses;
}

/** Adds the level difference of each symbol to the previous one. */
function addNeighbours(places: readonly Place[], margins: readonly Margins[], seen: SeenDifferences): void {
  const bottomOf = ({ id, y, height }: Place) => y + height + margins[id]!.bottom;
  const rows = places.reduce((most, place) => Math.max(most, bottomOf(place)), 0);
  // Last started place that covers each row.
  const last = new Int32Array(rows + 1).fill(-1);
  for (const [index, place] of places.entries()) {
    const before = places[last[Math.max(0, place.y + (place.height >> 1))]!];
    last.fill(index, Math.max(0, place.y), bottomOf(place));
    if (before === undefined || before.id === place.id) continue;
    const reach = REACH * Math.max(place.height, before.height);
    if (place.x - before.x - before.width >= reach) continue;
    const [a, b] = before.id < place.id ? [before, place] : [place, before];
    seen.add(a.id, b.id, bottomOf(b) - bottomOf(a));
  }
}

/** Symbols that occur on common lines, each with the level of its lower edge, downwards. */
type Line = ReadonlyMap<number, number>;

/** The lowest level, ignoring the few letters that may be lower. */
function lowestLevel(line: Line, uses: Int32Array): number {
  const levels = [...line].sort(([, a], [, b]) => b - a);
  const most = levels.reduce((sum, [id]) => sum + uses[id]!, 0) * LOW_SHARE;
  let lower = 0;
  for (const [id, level] of levels) {
    lower += uses[id]!;
    if (lower > most) return level;
  }
  return 0;
}
