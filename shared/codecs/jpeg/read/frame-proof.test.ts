import fc from 'fast-check';
import { expect, test } from 'vitest';
import { frameOf, frameRecipes, inKernel } from '../../../testing/pictures/jpeg-frames.ts';
import type { Frame } from '../format/frame.ts';
import { smallestPlan } from '../scans/smallest-plan.ts';
import { writeFrame } from '../scans/write.ts';
import { readsAs } from './frame-proof.ts';

/** True if the proof accepts the file of one frame for the other. */
function isTakenFor(written: Frame, expected: Frame): boolean {
  const frame = inKernel(written);
  const jpeg = writeFrame(frame, smallestPlan(frame)!, []);
  const other = inKernel(expected);
  other.kernel.reachTo(other.fileAt + jpeg.length);
  new Uint8Array(other.kernel.memory.buffer).set(jpeg, other.fileAt);
  return readsAs(jpeg, other);
}

test('a file is read as what it was written from, and as nothing that differs by one coefficient', () => {
  fc.assert(
    fc.property(frameRecipes, fc.nat(), fc.nat(), fc.integer({ min: 1, max: 9 }), (recipe, where, k, by) => {
      const frame = frameOf(recipe);
      const { coefficients, blocksWide, blocksHigh, stride } =
        frame.components[where % frame.components.length]!;
      const row = where % blocksHigh;
      const block = row * stride + ((where >> 4) % blocksWide);
      expect(isTakenFor(frame, frame)).toBe(true);
      const before = frameOf(recipe);
      coefficients[block * 64 + (k % 64)]! += by;
      expect(isTakenFor(frame, before)).toBe(false);
    }),
    { numRuns: 60 },
  );
});

test.each([
  ['width', { width: 41 }],
  ['height', { height: 31 }],
  ['sampling', { sampling: [[2, 1]] as const }],
  ['quantisation tables', { seed: 5 }],
])('nor as one of another %s', (_name, change) => {
  const recipe = { width: 40, height: 30, sampling: [[1, 1]] as const, density: 0, seed: 4 };
  const [one, other] = [frameOf(recipe), frameOf({ ...recipe, ...change })];
  for (const { components } of [one, other]) for (const { coefficients } of components) coefficients.fill(0);
  expect(isTakenFor(one, other)).toBe(false);
});
