import type { MarkedPage } from '../marked-page.ts';
import { STAYS } from './flat-inks.ts';

/** Minimum share of a block's pixels: no usual letter is so wide. */
const MIN_OF_BLOCK = 0.85;
/** Maximum blocks from a shape to the surrounding field: the width of a heading's letter. */
const REACH = 8;
/** Minimum of four sides: beside the first or last letter of a line, the field may end. */
const MIN_SIDES = 3;

/**
 * Keeps dark shapes inside light letters on a dark field (the inside of an o) in the background if the field
 * stays there. Separated, they would be hard spots in soft letters, with background at their edges.
 */
export function keepEnclosed(marked: Omit<MarkedPage, 'page'>, ofShape: Int8Array): void {
  const field = fieldBlocks(marked, ofShape);
  if (!field.includes(1)) return;
  const { shapes } = marked;
  const { block, columns, rows } = marked.paper;
  for (let shape = 0; shape < shapes.count; shape += 1) {
    if (ofShape[shape] === STAYS) continue;
    const left = Math.trunc(shapes.left[shape]! / block);
    const right = Math.trunc((shapes.right[shape]! - 1) / block);
    const top = Math.trunc(shapes.top[shape]! / block);
    const bottom = Math.trunc((shapes.bottom[shape]! - 1) / block);
    const [row, column] = [(top + bottom) >> 1, (left + right) >> 1];
    if (right - left > REACH || bottom - top > REACH) continue;
    const sides = [
      meets(field, row * columns + left, -1, Math.min(REACH, left)),
      meets(field, row * columns + right, 1, Math.min(REACH, columns - 1 - right)),
      meets(field, top * columns + column, -columns, Math.min(REACH, top)),
      meets(field, bottom * columns + column, columns, Math.min(REACH, rows - 1 - bottom)),
    ];
    if (sides.filter((isMet) => isMet).length >= MIN_SIDES) ofShape[shape] = STAYS;
  }
}

function meets(field: Uint8Array, from: number, step: number, steps: number): boolean {
  for (let at = from, left = steps; left > 0; left -= 1) if (field[(at += step)] === 1) return true;
  return false;
}

/** Returns 1 for each block that is dark and stays. */
function fieldBlocks(
  { paper: { block, columns, rows }, runs, shapes: { ofRun } }: Omit<MarkedPage, 'page'>,
  ofShape: Int8Array,
): Uint8Array {
  const { from, to, rowStart, height } = runs;
  const dark = new Uint16Array(columns * rows);
  for (let y = 0; y < height; y += 1) {
    const row = Math.trunc(y / block) * columns;
    for (let run = rowStart[y]!; run < rowStart[y + 1]!; run += 1) {
      if (ofShape[ofRun[run]!] !== STAYS) continue;
      for (let x = from[run]!; x < to[run]!; ) {
        const column = Math.trunc(x / block);
        const end = Math.min(to[run]!, (column + 1) * block);
        dark[row + column]! += end - x;
        x = end;
      }
    }
  }
  const least = block * block * MIN_OF_BLOCK;
  return Uint8Array.from(dark, (pixels) => (pixels >= least ? 1 : 0));
}
