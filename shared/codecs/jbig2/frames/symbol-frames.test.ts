import { expect, test } from 'vitest';
import { bitmapOf } from '../../../testing/pictures/bitmaps.ts';
import { findComponents } from '../components.ts';
import { type Shape, shapesOn } from '../shapes.ts';
import { groupAlike } from '../symbol-classes.ts';
import { type FramedSymbol, frameSymbols, type SymbolInstance } from './symbol-frames.ts';

const LETTERS = {
  n: { width: 9, height: 12, bearing: 1 },
  l: { width: 4, height: 20, bearing: 2 },
  p: { width: 9, height: 18, bearing: 1 },
} as const;

/** Three letters; `p` reaches six pixels below the line. Each has its own white at both sides. */
const TEXT = 'nplnlpplnnpl';
const LINE = 40;
const TOP = 5;

test('letters of a line stand on one row, those without a descender with white below', () => {
  const rows = instancesOf(page(3)).map(({ frame }) => frame.y + frame.height);
  expect([...new Set(rows)].sort((a, b) => a - b)).toEqual([0, 1, 2].map((line) => TOP + 26 + line * LINE));
});

test('each letter begins where the one before it ends', () => {
  const frames = instancesOf(page(3)).map(({ frame }) => frame);
  for (let line = 0; line < 3; line++) {
    const ofLine = frames.slice(line * TEXT.length, (line + 1) * TEXT.length);
    const gaps = ofLine.slice(1).map(({ x }, index) => x - ofLine[index]!.x - ofLine[index]!.width + 1);
    expect(new Set(gaps)).toEqual(new Set([0]));
  }
});

test('each instance lies in its frame, and the frame is as large as the symbol', () => {
  for (const { bitmap, instances } of page(3)) {
    for (const { component, frame } of instances) {
      expect(frame).toMatchObject({ width: bitmap.width, height: bitmap.height });
      expect(component.x).toBeGreaterThanOrEqual(frame.x);
      expect(component.y).toBeGreaterThanOrEqual(frame.y);
      expect(component.x + component.width).toBeLessThanOrEqual(frame.x + frame.width);
      expect(component.y + component.height).toBeLessThanOrEqual(frame.y + frame.height);
    }
  }
});

test('symbols that stand beside each other but once have no white for it', () => {
  expect(page(1, 'np').map(({ bitmap }) => bitmap.height)).toEqual([12, 18]);
});

test('a symbol has room for members that are larger, and knows those of other pixels', () => {
  const prototype = filled(20, 10, 5, 8);
  const members = [
    { component: prototype, offset: { x: 0, y: 0 }, mismatches: 0 },
    // One pixel more at each side, and two below.
    { component: filled(60, 29, 7, 11), offset: { x: 1, y: 1 }, mismatches: 1 },
  ];
  const { bitmap, instances } = frameSymbols([{ prototype, members }])[0]!;
  expect(bitmap).toMatchObject({ width: 7, height: 11 });
  expect(Array.from(bitmap.pixels.subarray(0, 16))).toEqual([...Array(8).fill(0), 1, 1, 1, 1, 1, 0, 0, 1]);
  expect(instances.map(({ frame: { x, y } }) => [x, y])).toEqual([
    [19, 9],
    [60, 29],
  ]);
  expect(instances.map(({ isRefined }) => isRefined)).toEqual([false, true]);
});

function filled(x: number, y: number, width: number, height: number): Shape {
  const pixels = new Uint8Array(width * height).fill(1);
  return { x, y, width, height, pixels, page: 0, ink: pixels.length, edges: 2 * (width + height), bits: 40 };
}

/** Lines of the text, in reading order. */
function page(lines: number, text = TEXT): readonly FramedSymbol[] {
  const ends: number[] = [0];
  for (const letter of text) {
    const { width, bearing } = LETTERS[letter as keyof typeof LETTERS];
    ends.push(ends.at(-1)! + width + 2 * bearing);
  }
  const bitmap = bitmapOf(ends.at(-1)!, lines * LINE, (x, y) => {
    const index = ends.findIndex((end) => end > x) - 1;
    const { width, height, bearing } = LETTERS[text[index] as keyof typeof LETTERS];
    const [dx, dy] = [x - ends[index]! - bearing, (y % LINE) - TOP];
    const bottom = text[index] === 'p' ? 26 : 20;
    return dx >= 0 && dx < width && dy >= bottom - height && dy < bottom;
  });
  const limits = { maxSide: 100, minInk: 1, pixelsPerRun: 1, maxRuns: 1e6, maxCount: 1000 };
  return frameSymbols(groupAlike(shapesOn(0, findComponents(bitmap, limits)!, 1)));
}

function instancesOf(symbols: readonly FramedSymbol[]): readonly SymbolInstance[] {
  return symbols
    .flatMap(({ instances }) => instances)
    .toSorted(
      ({ frame: a }, { frame: b }) =>
        Math.floor(a.y / LINE) - Math.floor(b.y / LINE) || a.y + a.height - b.y - b.height || a.x - b.x,
    );
}
