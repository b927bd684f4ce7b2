import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryBitmap, arbitraryPrint, bitmapOf, isBlack } from '../testing/pictures/bitmaps.ts';
import type { Bitmap } from './bitmap.ts';
import { type JoinedRuns, joinedRuns, type Runs, runsOf } from './joined-runs.ts';

function plainRuns(bitmap: Bitmap): Runs {
  const from: number[] = [];
  const to: number[] = [];
  const rowStart = [0];
  for (let y = 0; y < bitmap.height; y += 1) {
    for (let x = 0; x <= bitmap.width; x += 1) {
      const [before, own] = [isBlack(bitmap, x - 1, y), isBlack(bitmap, x, y)];
      if (own && !before) from.push(x);
      if (before && !own) to.push(x);
    }
    rowStart.push(from.length);
  }
  return { from: Int32Array.from(from), to: Int32Array.from(to), rowStart: Int32Array.from(rowStart) };
}

/** Each shape from its first run on: all runs that touch one of its own. */
function plainJoined({ from, to, rowStart }: Runs): JoinedRuns {
  const rowOf = Array.from(from, (_, run) => rowStart.findLastIndex((first) => first <= run));
  const touch = (a: number, b: number) =>
    Math.abs(rowOf[a]! - rowOf[b]!) === 1 && from[a]! <= to[b]! && from[b]! <= to[a]!;
  const ofRun = new Int32Array(from.length).fill(-1);
  const shapes: number[][] = [];
  for (let first = 0; first < ofRun.length; first += 1) {
    if (ofRun[first]! >= 0) continue;
    const open = [first];
    ofRun[first] = shapes.length;
    for (const run of open) {
      for (let other = 0; other < ofRun.length; other += 1) {
        if (ofRun[other]! >= 0 || !touch(run, other)) continue;
        ofRun[other] = shapes.length;
        open.push(other);
      }
    }
    shapes.push(open);
  }
  const each = (of: (runs: readonly number[]) => number) => Int32Array.from(shapes, of);
  return {
    count: shapes.length,
    left: each((runs) => Math.min(...runs.map((run) => from[run]!))),
    top: each((runs) => Math.min(...runs.map((run) => rowOf[run]!))),
    right: each((runs) => Math.max(...runs.map((run) => to[run]!))),
    bottom: each((runs) => Math.max(...runs.map((run) => rowOf[run]!)) + 1),
    area: each((runs) => runs.reduce((sum, run) => sum + to[run]! - from[run]!, 0)),
    ofRun,
  };
}

test.each<[string, fc.Arbitrary<Bitmap>]>([
  ['pictures of any bits', arbitraryBitmap],
  ['pages of print', arbitraryPrint],
])('%s have the runs and the shapes of the plain form', (_, arbitrary) => {
  fc.assert(
    fc.property(arbitrary, (bitmap) => {
      const runs = plainRuns(bitmap);
      expect(runsOf(bitmap, runs.from.length)).toEqual(runs);
      expect(joinedRuns(runs)).toEqual(plainJoined(runs));
    }),
  );
});

test.each([1, 7, 8, 9, 64, 65, 200, 1031])('rows of %d pixels have their runs to the last one', (width) => {
  const bitmaps = [
    bitmapOf(width, 3, () => true),
    bitmapOf(width, 3, () => false),
    bitmapOf(width, 3, (x, y) => x >= width - 1 - y),
    bitmapOf(width, 3, (x, y) => x < width - 1 - y),
    bitmapOf(width, 3, (x) => x % 2 === 0),
    bitmapOf(width, 3, (x, y) => x % 97 === y),
  ];
  for (const bitmap of bitmaps) {
    const runs = plainRuns(bitmap);
    expect(runsOf(bitmap, runs.from.length)).toEqual(runs);
    if (runs.from.length > 0) expect(runsOf(bitmap, runs.from.length - 1)).toBeNull();
  }
});

test('bits behind the last pixel of a row are none', () => {
  const bitmap = { width: 3, height: 2, data: Uint8Array.of(0b0101_1111, 0b1010_0000) };
  expect(runsOf(bitmap, 9)).toEqual(plainRuns(bitmap));
});
