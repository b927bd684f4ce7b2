import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainRead } from '../../../testing/oracles/plain-jpeg/read.ts';
import type { PlainScan } from '../../../testing/oracles/plain-jpeg/tokens.ts';
import { plainFile } from '../../../testing/oracles/plain-jpeg/write.ts';
import { damaged, damages } from '../../../testing/pictures/jpeg-damage.ts';
import {
  contentOf,
  type FrameRecipe,
  frameOf,
  frameRecipes,
  interleaved,
  jpegOf,
} from '../../../testing/pictures/jpeg-frames.ts';
import { frameShape } from '../format/frame.ts';
import { readDctHeader } from '../format/header.ts';
import { heapOf } from '../kernel/jpeg-kernel.ts';
import { createFrame, type KernelFrame } from '../kernel/kernel-frame.ts';
import { readCoefficients, readScans } from './read.ts';
import { RowReader } from './row-reader.ts';

/** Includes every kind of scan. */
function refined(recipe: FrameRecipe, low: number): Uint8Array {
  const frame = frameOf(recipe);
  const lows = Array.from({ length: low }, (_, done) => low - 1 - done);
  const dc = (kind: 'dc-first' | 'dc-refine', bit: number): PlainScan[] =>
    interleaved(frame).map((components) => ({ kind, components, low: bit }));
  const ac = (kind: 'ac-first' | 'ac-refine', first: number, last: number, bit: number): PlainScan[] =>
    [...frame.components.keys()].map((component) => ({ kind, component, first, last, low: bit }));
  return plainFile(frame, [
    ...dc('dc-first', low),
    ...ac('ac-first', 1, 7, low),
    ...ac('ac-first', 8, 63, low),
    ...lows.flatMap((bit) => [...dc('dc-refine', bit), ...ac('ac-refine', 1, 63, bit)]),
  ]);
}

const files = fc
  .tuple(frameRecipes, fc.constantFrom('sequential', 'progressive', 'refined'), fc.nat({ max: 3 }))
  .map(([recipe, kind, low]) => {
    const small = { ...recipe, width: 1 + (recipe.width % 40), height: 1 + (recipe.height % 40) };
    return kind === 'refined' ? refined(small, low) : jpegOf(frameOf(small), kind as 'sequential');
  });

test('damaged files are refused, or read as the standard says, bit by bit', () => {
  fc.assert(
    fc.property(files, damages, (file, changes) => {
      const bytes = damaged(file, changes);
      const plain = plainRead(bytes, 1e6);
      const image = readCoefficients(bytes, { maxPixels: 1e6 });
      expect(image === null ? null : contentOf(image.frame)).toEqual(
        plain === null ? null : contentOf(plain),
      );
    }),
    { numRuns: 400 },
  );
});

test('rows from all scans side by side tell at the end whether each coefficient came undamaged', () => {
  fc.assert(
    fc.property(files, damages, (file, changes) => {
      const bytes = damaged(file, changes);
      const isWhole = RowReader.open(bytes, { maxPixels: 1e6 })?.finish() ?? false;
      expect(isWhole).toBe(readCoefficients(bytes, { maxPixels: 1e6 }) !== null);
    }),
    { numRuns: 400 },
  );
});

test.each(['sequential', 'progressive'] as const)(
  'data behind the last row of a %s scan is damage',
  (process) => {
    const whole = jpegOf(
      frameOf({ width: 40, height: 24, sampling: [[1, 1]], density: 1, seed: 4 }),
      process,
    );
    const end = whole.length - 2;
    const longer = Uint8Array.from([...whole.subarray(0, end), 0x55, 0x55, 0x55, ...whole.subarray(end)]);
    const limits = { maxPixels: 1e6 };
    expect(RowReader.open(whole, limits)?.finish()).toBe(true);
    expect(RowReader.open(longer, limits)?.finish()).toBe(false);
    expect(readCoefficients(longer, limits)).toBeNull();
  },
);

test('more than a hundred scans are not read side by side', () => {
  const frame = frameOf({ width: 16, height: 16, sampling: [[1, 1]], density: 1, seed: 1 });
  const dc = (kind: 'dc-first' | 'dc-refine', low: number): PlainScan => ({ kind, components: [0], low });
  /** All 63 AC coefficients, each in its own scan; the last scan has all that remain. */
  const ac = (kind: 'ac-first' | 'ac-refine', scans: number, low: number): PlainScan[] =>
    Array.from({ length: scans }, (_, at) => ({
      ...{ kind, component: 0, first: at + 1, last: at === scans - 1 ? 63 : at + 1, low },
    }));
  const fileOf = (refinements: number) =>
    plainFile(frame, [
      dc('dc-first', 1),
      ...ac('ac-first', 63, 1),
      dc('dc-refine', 0),
      ...ac('ac-refine', refinements, 0),
    ]);
  const limits = { maxPixels: 1e6 };
  expect(RowReader.open(fileOf(35), limits)?.finish()).toBe(true);
  expect(RowReader.open(fileOf(36), limits)).toBeNull();
  expect(readCoefficients(fileOf(36), limits)).not.toBeNull();
});

const UNTOUCHED = 0xa5;
const ANY_SHAPE = {
  width: 8,
  height: 8,
  components: [{ id: 1, horizontal: 1, vertical: 1, quantTable: new Uint16Array(64).fill(1) }],
};

/** Memory ranges of a frame, its indexes and its file, laid out as in `simd/jpeg/frame.ts`. */
function ownRanges({ kernel, components, fileAt }: KernelFrame, fileBytes: number) {
  const places = components.flatMap(({ stride, rows }, index) => {
    const words = new Int32Array(kernel.memory.buffer, kernel.frameAt() + 16 + index * 36, 9);
    const blocks = stride * rows;
    return [
      [words[6], blocks * 128],
      [words[7], blocks * 8],
      [words[8], blocks * 2],
    ];
  });
  return [...places, [fileAt, fileBytes]];
}

test('nothing is written where nothing belongs, whatever the data says', () => {
  fc.assert(
    fc.property(files, damages, (file, changes) => {
      const bytes = damaged(file, changes);
      const header = readDctHeader(bytes);
      const shape = header === null ? null : frameShape(header);
      if (header === null || shape === null || header.width * header.height > 10_000) return;
      const frame = createFrame(shape, bytes.length);
      const heap = heapOf(frame.kernel);
      heap.fill(UNTOUCHED, frame.kernel.heapStart());
      const untouched = heap.slice(frame.kernel.heapStart());
      heap.set(bytes, frame.fileAt);
      readScans(bytes, header, frame);
      for (const [at, length] of ownRanges(frame, bytes.length)) heap.fill(UNTOUCHED, at, at! + length!);
      expect(Buffer.compare(heap.subarray(frame.kernel.heapStart()), untouched)).toBe(0);
    }),
    { numRuns: 200 },
  );
});

test('nor where rows are read side by side from all scans', () => {
  // More than a hundred scans with their tables need.
  const untouched = new Uint8Array(1 << 23).fill(UNTOUCHED);
  fc.assert(
    fc.property(files, damages, (file, changes) => {
      const bytes = damaged(file, changes);
      const { kernel } = createFrame(ANY_SHAPE, 0);
      kernel.reachTo(kernel.heapStart() + untouched.length);
      heapOf(kernel).set(untouched, kernel.heapStart());
      const reader = RowReader.open(bytes, { maxPixels: 10_000 });
      if (reader === null) return;
      expect(reader.frame.kernel.memory).toBe(kernel.memory);
      reader.finish();
      const heap = heapOf(kernel);
      const { fileAt } = reader.frame;
      for (const [at, length] of ownRanges(reader.frame, bytes.length))
        heap.fill(UNTOUCHED, at, at! + length!);
      heap.fill(UNTOUCHED, fileAt + bytes.length, reader.freeAt);
      const looked = heap.subarray(kernel.heapStart(), kernel.heapStart() + untouched.length);
      expect(Buffer.compare(looked, untouched)).toBe(0);
    }),
    { numRuns: 200 },
  );
});
