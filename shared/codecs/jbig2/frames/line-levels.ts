import type { Margins, Place } from './placed-symbols.ts';
import { SeenDifferences } from './usual-differences.ts';

/** Where the symbols' lower edges lie on a line of text, told from which stand beside which. */

/** Two stand beside each other up to so many of their heights apart. */
const REACH = 6;
/** Two that stand beside each other only once may do so by chance. */
const MIN_PAIRS = 2;
/** Of a line's letters, so small a part may stand lower than what all others have white down to. */
const LOW_SHARE = 0.002;
/** Pixels; who stands higher, on a line of larger print, keeps a row of its own. */
const MAX_BELOW = 100;

/**
 * How many rows of white each symbol needs below so that those of one line end in the same row.
 *
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
  for (const places of pages) for (const { id } of places) uses[id] += 1;
  return uses;
}

/** Adds by how much each symbol stands lower than the one before it. */
function addNeighbours(places: readonly Place[], margins: readonly Margins[], seen: SeenDifferences): void {
  const bottomOf = ({ id, y, height }: Place) => y + height + margins[id].bottom;
  const rows = places.reduce((most, place) => Math.max(most, bottomOf(place)), 0);
  // The place that covers each row and began last.
  const last = new Int32Array(rows + 1).fill(-1);
  for (const [index, place] of places.entries()) {
    const before = places[last[Math.max(0, place.y + (place.height >> 1))]];
    last.fill(index, Math.max(0, place.y), bottomOf(place));
    if (before === undefined || before.id === place.id) continue;
    const reach = REACH * Math.max(place.height, before.height);
    if (place.x - before.x - before.width >= reach) continue;
    const [a, b] = before.id < place.id ? [before, place] : [place, before];
    seen.add(a.id, b.id, bottomOf(b) - bottomOf(a));
  }
}

/** Symbols that stand on lines together, each with the level of its lower edge, counted downwards. */
type Line = ReadonlyMap<number, number>;

/** The lowest level but for the few letters that may stand lower. */
function lowestLevel(line: Line, uses: Int32Array): number {
  const levels = [...line].sort(([, a], [, b]) => b - a);
  const most = levels.reduce((sum, [id]) => sum + uses[id], 0) * LOW_SHARE;
  let lower = 0;
  for (const [id, level] of levels) {
    lower += uses[id];
    if (lower > most) return level;
  }
  return 0;
}
