import { expect, test } from 'vitest';
import type { MarkedPage } from '../marked-page.ts';
import { keepEnclosed } from './enclosed.ts';
import { STAYS } from './flat-inks.ts';

const LIFTED = 0;
const BLOCK = 2;

/** Blocks of a page: `#` for a dark field that stays, `o` for a shape of its own, `.` for paper. Returns the shape's ink. */
function inkOfShape(rows: readonly string[]): number {
  const from: number[] = [];
  const to: number[] = [];
  const ofRun: number[] = [];
  const rowStart = [0];
  for (const row of rows) {
    for (let line = 0; line < BLOCK; line += 1) {
      for (const { 0: text, index } of row.matchAll(/#+|o+/g)) {
        from.push(index * BLOCK);
        to.push((index + text.length) * BLOCK);
        ofRun.push(text[0] === '#' ? 0 : 1);
      }
      rowStart.push(from.length);
    }
  }
  const height = rows.length * BLOCK;
  const y = rows.findIndex((row) => row.includes('o'));
  const x = rows[y]!.indexOf('o');
  const shapes = {
    count: 2,
    ofRun,
    left: [0, x * BLOCK],
    right: [rows[0]!.length * BLOCK, (x + 1) * BLOCK],
    top: [0, y * BLOCK],
    bottom: [height, (y + 1) * BLOCK],
  };
  const paper = { block: BLOCK, columns: rows[0]!.length, rows: rows.length };
  const ofShape = Int8Array.of(STAYS, LIFTED);
  keepEnclosed({ paper, runs: { from, to, rowStart, height }, shapes } as unknown as MarkedPage, ofShape);
  return ofShape[1]!;
}

test.each([
  ['on all sides', ['#####', '#...#', '#.o.#', '#...#', '#####'], STAYS],
  ['on three sides', ['#####', '#...#', '#.o.#', '#...#', '.....'], STAYS],
  ['on two sides', ['#####', '#....', '#.o..', '#....', '.....'], LIFTED],
  ['nowhere', ['.....', '.....', '..o..', '.....', '.....'], LIFTED],
])('a shape stays like the dark field around it: %s', (_, rows, ink) => {
  expect(inkOfShape(rows)).toBe(ink);
});
