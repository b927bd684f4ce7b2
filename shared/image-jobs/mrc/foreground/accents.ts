import type { Shapes } from './shapes.ts';

/** A small mark with the letter above, below or close beside it; both as shape numbers. */
export interface Accent {
  readonly mark: number;
  readonly letter: number;
}

/** Maximum inches along both sides of an accent. */
const MAX_MARK = 0.06;
/** Maximum inches from the mark to its letter. */
const MAX_GAP = 0.03;
/** Maximum inches to a letter beside it: farther away it is a full stop, or dust. */
const MAX_BREAK = 0.012;
/** Maximum inches of a letter. */
const MAX_LETTER = 0.3;

/**
 * Finds dots, breves, accents, and strokes that broke off: without them a letter looks like another one.
 * @param dpi of the shapes
 */
export function findAccents(shapes: Shapes, dpi: number): readonly Accent[] {
  const sizeOf = (shape: number) =>
    Math.max(shapes.right[shape]! - shapes.left[shape]!, shapes.bottom[shape]! - shapes.top[shape]!);
  const all = Array.from({ length: shapes.count }, (_, shape) => shape);
  const byLeft = (a: number, b: number) => shapes.left[a]! - shapes.left[b]! || a - b;
  const letters = all.filter((shape) => sizeOf(shape) <= MAX_LETTER * dpi).sort(byLeft);
  const marks = letters.filter((shape) => sizeOf(shape) <= MAX_MARK * dpi);
  const accents: Accent[] = [];
  let first = 0;
  for (const mark of marks) {
    // Letters farther to the left end before this mark and all later ones.
    const farthest = shapes.left[mark]! - (MAX_LETTER + MAX_BREAK) * dpi;
    while (shapes.left[letters[first]!]! < farthest) first += 1;
    const letter = nearestLetter(shapes, letters, first, mark, dpi);
    if (letter !== null) accents.push({ mark, letter });
  }
  return accents;
}

function nearestLetter(
  { left, right, top, bottom }: Shapes,
  letters: readonly number[],
  first: number,
  mark: number,
  dpi: number,
): number | null {
  const height = bottom[mark]! - top[mark]!;
  const reach = MAX_BREAK * dpi;
  let nearest: number | null = null;
  let least = MAX_GAP * dpi;
  for (let at = first; at < letters.length && left[letters[at]!]! < right[mark]! + reach; at += 1) {
    const letter = letters[at]!;
    if (bottom[letter]! - top[letter]! <= height) continue;
    const across = Math.max(left[letter]! - right[mark]!, left[mark]! - right[letter]!);
    const down = Math.max(top[letter]! - bottom[mark]!, top[mark]! - bottom[letter]!);
    const isBeside = across >= 0 && across <= reach && down < 0;
    if (across >= 0 && !isBeside) continue;
    const gap = Math.max(across, down);
    if (gap > least) continue;
    least = gap;
    nearest = letter;
  }
  return nearest;
}
