import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PlainScan } from '../../../testing/oracles/plain-jpeg/tokens.ts';
import { plainFile } from '../../../testing/oracles/plain-jpeg/write.ts';
import { contentOf, frameOf, frameRecipes, jpegOf } from '../../../testing/pictures/jpeg-frames.ts';
import type { Frame } from '../format/frame.ts';
import { segmentAt } from '../format/header.ts';
import { readCoefficients } from './read.ts';

const limits = { maxPixels: 1_000_000 };

function planesOf(frame: Frame): number[][] {
  return frame.components.map(({ coefficients }) => Array.from(coefficients));
}

describe('what is written is read again, coefficient by coefficient', () => {
  test.each(['sequential', 'progressive'] as const)('%s', (process) => {
    fc.assert(
      fc.property(frameRecipes, (recipe) => {
        const frame = frameOf(recipe);
        const image = readCoefficients(jpegOf(frame, process), limits);
        expect(contentOf(image!.frame)).toEqual(contentOf(frame));
      }),
      { numRuns: 60 },
    );
  });

  test('with as many refinements and bands as one likes', () => {
    fc.assert(
      fc.property(
        frameRecipes,
        fc.integer({ min: 0, max: 5 }),
        fc.integer({ min: 2, max: 63 }),
        (recipe, low, split) => {
          const frame = frameOf({ ...recipe, sampling: recipe.sampling.slice(0, 1) });
          const script: PlainScan[] = [
            { kind: 'dc-first', components: [0], low },
            { kind: 'ac-first', component: 0, first: 1, last: split - 1, low },
            { kind: 'ac-first', component: 0, first: split, last: 63, low },
          ];
          for (let bit = low - 1; bit >= 0; bit -= 1) {
            script.push({ kind: 'dc-refine', components: [0], low: bit });
            script.push({ kind: 'ac-refine', component: 0, first: 1, last: 63, low: bit });
          }
          const image = readCoefficients(plainFile(frame, script), limits);
          expect(planesOf(image!.frame)).toEqual(planesOf(frame));
        },
      ),
      { numRuns: 60 },
    );
  });

  test('end-of-band runs of more than 32767 blocks', () => {
    const frame = frameOf({ width: 2048, height: 2048, sampling: [[1, 1]], density: 0, seed: 3 });
    frame.components[0]!.coefficients[40_000 * 64 + 5] = -7;
    const image = readCoefficients(jpegOf(frame, 'progressive'), { maxPixels: 1 << 22 });
    expect(contentOf(image!.frame)).toEqual(contentOf(frame));
  });

  test('more correction bits in one run than are kept waiting', () => {
    const frame = frameOf({ width: 512, height: 512, sampling: [[1, 1]], density: 1, seed: 5 });
    const { coefficients } = frame.components[0]!;
    for (let index = 0; index < coefficients.length; index += 1)
      coefficients[index] = index % 64 === 0 ? 0 : 2 + (index % 3);
    const script: PlainScan[] = [
      { kind: 'dc-first', components: [0], low: 0 },
      { kind: 'ac-first', component: 0, first: 1, last: 63, low: 1 },
      { kind: 'ac-refine', component: 0, first: 1, last: 63, low: 0 },
    ];
    const image = readCoefficients(plainFile(frame, script), limits);
    expect(contentOf(image!.frame)).toEqual(contentOf(frame));
  });
});

describe('blocks that only complete an MCU', () => {
  const recipe = {
    width: 17,
    height: 17,
    sampling: [[2, 2] as const, [1, 1] as const],
    density: 0.2,
    seed: 9,
  };

  test('make no difference to the picture', () => {
    const frame = frameOf(recipe);
    const jpeg = jpegOf(frame, 'sequential');
    const noisy = frameOf(recipe);
    // 17 luminance samples are 3 blocks; the fourth, in the second MCU, is padding.
    noisy.components[0]!.coefficients.fill(5, 3 * 64, 4 * 64);
    const other = jpegOf(noisy, 'sequential');
    expect(other).not.toEqual(jpeg);
    expect(contentOf(readCoefficients(other, limits)!.frame)).toEqual(contentOf(frame));
  });
});

describe('scans that are not allowed', () => {
  const sampling = [[1, 1] as const, [1, 1] as const];
  const frame = frameOf({ width: 40, height: 30, sampling, density: 0.3, seed: 4 });
  const dc: PlainScan = { kind: 'dc-first', components: [0, 1], low: 0 };
  const ac = (component: number): PlainScan => ({ kind: 'ac-first', component, first: 1, last: 63, low: 0 });

  test.each<[string, PlainScan[]]>([
    ['a component without AC scans', [dc, ac(0)]],
    ['a band that is missing', [dc, ac(0), { kind: 'ac-first', component: 1, first: 1, last: 62, low: 0 }]],
    ['a scan that comes twice', [dc, ac(0), ac(1), ac(1)]],
    ['a bit that is never sent', [dc, ac(0), { kind: 'ac-first', component: 1, first: 1, last: 63, low: 1 }]],
    [
      'a refinement of what is complete',
      [dc, ac(0), ac(1), { kind: 'ac-refine', component: 1, first: 1, last: 63, low: 0 }],
    ],
    ['AC before DC', [ac(0), dc, ac(1)]],
  ])('%s', (_name, script) => {
    expect(readCoefficients(plainFile(frame, [dc, ac(0), ac(1)]), limits)).not.toBeNull();
    expect(readCoefficients(plainFile(frame, script), limits)).toBeNull();
  });
});

describe('restart intervals', () => {
  const row = frameOf({ width: 64, height: 8, sampling: [[1, 1]], density: 0.2, seed: 11 });

  /** The same block row repeated, one per interval; `marker` numbers the restart markers. */
  function repeated(
    rows: number,
    marker: (index: number) => number,
    { tail = [] as number[] } = {},
  ): Uint8Array {
    const jpeg = jpegOf(row, 'sequential');
    let at = 2;
    let data = 0;
    const head = [0xff, 0xd8, 0xff, 0xdd, 0, 4, 0, 8];
    while (data === 0) {
      const segment = segmentAt(jpeg, at)!;
      const bytes = jpeg.slice(segment.start, segment.end);
      if (segment.marker === 0xc0) bytes[6] = rows * 8;
      head.push(...bytes);
      at = segment.end;
      if (segment.marker === 0xda) data = at;
    }
    const entropy = jpeg.subarray(data, jpeg.length - 2);
    const body = Array.from({ length: rows }, (_, index) =>
      index === 0 ? [...entropy] : [0xff, marker(index - 1), ...entropy],
    );
    return Uint8Array.from([...head, ...body.flat(), ...tail, 0xff, 0xd9]);
  }

  const inOrder = (index: number) => 0xd0 + (index % 8);
  const expected = Array.from({ length: 12 }, () => [...row.components[0]!.coefficients]).flat();

  test('predictions start anew in each', () => {
    const image = readCoefficients(repeated(12, inOrder), limits);
    expect(planesOf(image!.frame)).toEqual([expected]);
  });

  test('a marker behind the last interval, and fill bytes before it, mean nothing', () => {
    const jpeg = repeated(12, inOrder, { tail: [0xff, 0xff, inOrder(11)] });
    expect(planesOf(readCoefficients(jpeg, limits)!.frame)).toEqual([expected]);
  });

  test('markers out of order are damage', () => {
    expect(
      readCoefficients(
        repeated(12, () => 0xd1),
        limits,
      ),
    ).toBeNull();
  });
});
