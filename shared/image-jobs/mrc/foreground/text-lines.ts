import { STAYS } from './flat-inks.ts';
import type { Shapes } from './shapes.ts';

/** The letters of a line of text, by the number of their shapes. */
export type TextLine = readonly number[];

/** Inches: larger shapes are no letters, smaller ones dots and specks. */
const MAX_LETTER = 0.5;
const MIN_LETTER = 0.02;
/** From letter to letter, in heights of the larger one: a space between words, not between columns. */
const MAX_GAP = 1.2;
/** Of the lower letter's height that lies beside the other. */
const MIN_BESIDE = 0.5;
/** A letter so many times as high as its neighbour is of another line, such as a stamp. */
const MAX_HEIGHTS = 3;
/** When more of a line's letters stay than this, all stay: sharp and soft letters in a word are worse than soft ones. */
const MAX_STAYING = 0.3;

/** @param dpi of the shapes */
export function findTextLines(shapes: Shapes, dpi: number): readonly TextLine[] {
  const letters = lettersOf(shapes, dpi);
  const parent = Int32Array.from(letters.keys());
  const rootOf = (letter: number) => {
    let root = letter;
    while (parent[root] !== root) root = parent[root] = parent[parent[root]];
    return root;
  };
  // Letters that one further to the right may still follow.
  const active = new Int32Array(letters.length);
  let count = 0;
  const join = (index: number) => {
    const letter = letters[index];
    const reach = shapes.left[letter] - MAX_LETTER * MAX_GAP * dpi;
    let kept = 0;
    for (let at = 0; at < count; at += 1) {
      const other = active[at];
      if (shapes.right[letters[other]] < reach) continue;
      active[kept++] = other;
      if (!areNeighbours(shapes, letters[other], letter)) continue;
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
    if (line === undefined) lines.set(root, [letters[index]]);
    else line.push(letters[index]);
  }
  return [...lines.values()];
}

function lettersOf({ count, left, right, top, bottom }: Shapes, dpi: number): number[] {
  const letters: number[] = [];
  for (let shape = 0; shape < count; shape += 1) {
    const longer = Math.max(right[shape] - left[shape], bottom[shape] - top[shape]);
    if (longer <= MAX_LETTER * dpi && longer >= MIN_LETTER * dpi) letters.push(shape);
  }
  return letters.sort((a, b) => left[a] - left[b] || a - b);
}

/** Hundreds of thousands of pairs of a page are asked, so nothing is made here. */
function areNeighbours({ left, right, top, bottom }: Shapes, a: number, b: number): boolean {
  const first = bottom[a] - top[a];
  const second = bottom[b] - top[b];
  const lower = Math.min(first, second);
  const higher = Math.max(first, second);
  const gap = left[b] - right[a];
  if (gap > higher * MAX_GAP || higher > lower * MAX_HEIGHTS) return false;
  const beside = Math.min(bottom[a], bottom[b]) - Math.max(top[a], top[b]);
  return beside >= lower * MIN_BESIDE;
}

/** Lets all letters of a line stay where many do; true where that changed anything. */
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
