import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PlainScan, TooLarge } from '../../../testing/oracles/plain-jpeg/tokens.ts';
import { plainFile } from '../../../testing/oracles/plain-jpeg/write.ts';
import { frameOf, frameRecipes, inKernel, interleaved } from '../../../testing/pictures/jpeg-frames.ts';
import type { Frame } from '../format/frame.ts';
import { planScan, type ScanSpec, UnwritableCoefficient } from './scan-coding.ts';
import { planScript, writeFrame } from './write.ts';

/** Bands divided at `split`, with `low` bits sent later, one by one. */
function progressive(frame: Frame, low: number, split: number): readonly ScanSpec[] {
  const components = [...frame.components.keys()];
  const ac = (kind: 'ac-first' | 'ac-refine', first: number, last: number, bit: number): ScanSpec[] =>
    components.map((component) => ({ kind, component, first, last, low: bit }));
  return [
    ...interleaved(frame).map((indexes): ScanSpec => ({ kind: 'dc-first', components: indexes })),
    ...ac('ac-first', 1, split - 1, low),
    ...ac('ac-first', split, 63, low),
    ...Array.from({ length: low }, (_, done) => ac('ac-refine', 1, 63, low - 1 - done)).flat(),
  ];
}

/** In the form of the plain encoder, whose DC scans may also send bits later. */
function withLow(scan: ScanSpec): PlainScan {
  return scan.kind === 'dc-first' ? { ...scan, low: 0 } : scan;
}

function expectSameFile(frame: Frame, process: 'sequential' | 'progressive', script: readonly ScanSpec[]) {
  const coded = inKernel(frame);
  const plan = planScript(coded, process, script);
  const plain = script.map(withLow);
  expect(Buffer.compare(writeFrame(coded, plan, []), plainFile(frame, plain))).toBe(0);
}

describe('files are written bit by bit as the standard says', () => {
  test('sequential', () => {
    fc.assert(
      fc.property(frameRecipes, (recipe) => {
        const frame = frameOf(recipe);
        expectSameFile(
          frame,
          'sequential',
          interleaved(frame).map((components) => ({ kind: 'sequential', components })),
        );
      }),
      { numRuns: 60 },
    );
  });

  test('progressive, with as many refinements and bands as one likes', () => {
    const lows = fc.integer({ min: 0, max: 5 });
    fc.assert(
      fc.property(frameRecipes, lows, fc.integer({ min: 2, max: 63 }), (recipe, low, split) => {
        const frame = frameOf(recipe);
        expectSameFile(frame, 'progressive', progressive(frame, low, split));
      }),
      { numRuns: 60 },
    );
  });

  test('with end-of-band runs of more than 32767 blocks', () => {
    const frame = frameOf({ width: 2048, height: 2048, sampling: [[1, 1]], density: 0, seed: 3 });
    frame.components[0]!.coefficients[40_000 * 64 + 5] = -7;
    expectSameFile(frame, 'progressive', progressive(frame, 1, 4));
  });

  test('with more correction bits in one run than are kept waiting', () => {
    const frame = frameOf({ width: 512, height: 512, sampling: [[1, 1]], density: 1, seed: 5 });
    const { coefficients } = frame.components[0]!;
    for (let index = 0; index < coefficients.length; index += 1)
      coefficients[index] = index % 64 === 0 ? 0 : 2 + (index % 3);
    expectSameFile(frame, 'progressive', progressive(frame, 1, 6));
  });

  test('with every byte a stuffed one', () => {
    const frame = frameOf({ width: 256, height: 256, sampling: [[1, 1]], density: 1, seed: 7 });
    const { coefficients } = frame.components[0]!;
    // One-bit codes, and values with all bits set.
    for (let index = 0; index < coefficients.length; index += 1)
      coefficients[index] = index % 64 === 0 ? 0 : 1023;
    expectSameFile(frame, 'sequential', [{ kind: 'sequential', components: [0] }]);
  });
});

test.each<[string, number, number, ScanSpec]>([
  ['a DC difference of 12 bits', 0, 2048, { kind: 'dc-first', components: [0] }],
  ['an AC value of 11 bits', 9, -1024, { kind: 'sequential', components: [0] }],
  [
    'an AC value of 11 bits in a band',
    63,
    1024,
    { kind: 'ac-first', component: 0, first: 1, last: 63, low: 0 },
  ],
  ['the lowest number of 16 bits', 5, -32768, { kind: 'ac-first', component: 0, first: 1, last: 63, low: 5 }],
])('%s cannot be written', (_name, at, value, scan) => {
  const frame = frameOf({ width: 8, height: 8, sampling: [[1, 1]], density: 0, seed: 1 });
  frame.components[0]!.coefficients.fill(0);
  frame.components[0]!.coefficients[at] = value;
  expect(() => planScan(inKernel(frame), scan)).toThrow(UnwritableCoefficient);
  expect(() => plainFile(frame, [withLow(scan)])).toThrow(TooLarge);
});
