import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainRead } from '../../../testing/oracles/plain-jpeg/read.ts';
import type { PlainScan } from '../../../testing/oracles/plain-jpeg/tokens.ts';
import { plainFile } from '../../../testing/oracles/plain-jpeg/write.ts';
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

/** Every kind of scan. */
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

/** Bytes changed, put in or cut out, markers most of all; a place is a share of the file. */
const damages = fc.array(
  fc.tuple(
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 1 }),
      fc.constantFrom([0xff], [0xff, 0], [0xff, 0xff], [0xff, 0xd0], [0xff, 0xd1], [0xff, 0xd9], []),
      fc.constantFrom([0xff, 0xdd, 0, 4, 0, 1], [0xff, 0xdd, 0, 4, 0, 7], [0xff, 0xc4, 0, 2]),
    ),
    fc.nat({ max: 2 }),
  ),
  { maxLength: 4 },
);

function damaged(file: Uint8Array, changes: readonly (readonly [number, ArrayLike<number>, number])[]) {
  return changes.reduce((bytes, [share, put, cut]) => {
    const at = Math.floor(share * bytes.length);
    return Uint8Array.from([...bytes.subarray(0, at), ...Array.from(put), ...bytes.subarray(at + cut)]);
  }, file);
}

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

const UNTOUCHED = 0xa5;

/** Where a frame, its indexes and its file lie, as `simd/jpeg/frame.ts` has it. */
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
      heap.set(bytes, frame.fileAt);
      readScans(bytes, header, frame);
      for (const [at, length] of ownRanges(frame, bytes.length)) heap.fill(UNTOUCHED, at, at + length);
      expect(heap.subarray(frame.kernel.heapStart()).every((byte) => byte === UNTOUCHED)).toBe(true);
    }),
    { numRuns: 200 },
  );
});
