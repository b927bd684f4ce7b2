import { STAYS } from './flat-inks.ts';
import type { Shapes } from './shapes.ts';

/** Letters of a line of text, as shape numbers. */
export type TextLine = readonly number[];

/** In inches: larger shapes are no letters, smaller ones dots and specks. */
const MAX_LETTER = 0.5;
const MIN_LETTER = 0.02;
/** Maximum gap between letters, in heights of the higher one: a space between words, not columns. */
const MAX_GAP = 1.2;
/** Minimum vertical overlap, as a share of the lower letter's height. */
const MIN_BESIDE = 0.5;
/** Maximum ratio of neighboring heights; otherwise they belong to different lines, e.g. a stamp. */
const MAX_HEIGHTS = 3;
/** If a larger share of a line's letters stays, all stay: mixed sharp and soft letters look worse than soft ones. */
const MAX_STAYING = 0.3;

/** @param dpi of the shapes */
export function findTextLines(shapes: Shapes, dpi: number): readonly TextLine[] {
  const letters = lettersOf(shapes, dpi);
  const parent = Int32Array.from(letters.keys());
  const rootOf = (letter: number) => {
    let root = letter;
    while (parent[root] !== root) root = parent[root] = parent[parent[root]!]!;
    return root;
  };
  // Letters that may still be followed by one farther to the right.
  const active = new Int32Array(letters.length);
  let count = 0;
  const join = (index: number) => {
    const letter = letters[index]!;
    const reach = shapes.left[letter]! - MAX_LETTER * MAX_GAP * dpi;
    let kept = 0;
    for (let at = 0; at < count; at += 1) {
      const other = active[at]!;
      if (shapes.right[letters[other]!]! < reach) continue;
      active[kept++] = other;
      if (!areNeighbours(shapes, letters[other]!, letter)) continue;
      const a = rootOf(other);
      const b = rootOf(index);
      parent[Math.max(a, b)] = Math.min(a, b);
    }
    active[kept] = index;
    count = kept + 1;
  };
  for (let index = 0; index < letters.length; index += 1) join(index);
  const lines = new Map<number, number[]>();
  for (let index = 0; index < letters.length; index += 1) {
    const root = rootOf(index);
    const line = lines.get(root);
    if (line === undefined) lines.set(root, [letters[index]!]);
    else line.push(letters[index]!);
  }
  return [...lines.values()];
}

function lettersOf({ count, left, right, top, bottom }: Shapes, dpi: number): number[] {
  const letters: number[] = [];
  for (let shape = 0; shape < count; shape += 1) {
    const longer = Math.max(right[shape]! - left[shape]!, bottom[shape]! - top[shape]!);
    if (longer <= MAX_LETTER * dpi && longer >= MIN_LETTER * dpi) letters.push(shape);
  }
  return letters.sort((a, b) => left[a]! - left[b]! || a - b);
}

/** Called for hundreds of thousands of pairs per page, so nothing is allocated here. */
function areNeighbours({ left, right, top, bottom }: Shapes, a: number, b: number): boolean {
  const first = bottom[a]! - top[a]!;
  const second = bottom[b]! - top[b]!;
  const lower = Math.min(first, second);
  const higher = Math.max(first, second);
  const gap = left[b]! - right[a]!;
  if (gap > higher * MAX_GAP || higher > lower * MAX_HEIGHTS) return false;
  const beside = Math.min(bottom[a]!, bottom[b]!) - Math.max(top[a]!, top[b]!);
  return beside >= lower * MIN_BESIDE;
}

/** Keeps all letters of lines in which many stay; returns whether anything changed. */
export function keepLinesWhole(lines: readonly TextLine[], ofShape: Int8Array): boolean {
  let hasChanged = false;
  for (const line of lines) {
    const staying = line.reduce((sum, shape) => sum + (ofShape[shape] === STAYS ? 1 : 0), 0);
    if (staying === line.length || staying <= line.length * MAX_STAYING) continue;
    for (const shape of line) ofShape[shape] = STAYS;
    hasChanged = true;
  }
  return hasChanged;
}
