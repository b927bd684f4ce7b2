import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTestHost } from '../../../testing/host.ts';
import { type PlainScan, TooLarge } from '../../../testing/oracles/plain-jpeg/tokens.ts';
import { plainFile } from '../../../testing/oracles/plain-jpeg/write.ts';
import { damaged, damages } from '../../../testing/pictures/jpeg-damage.ts';
import { frameOf, frameRecipes, jpegOf, sequentialScript } from '../../../testing/pictures/jpeg-frames.ts';
import { createMozjpegCodec } from '../../../testing/pictures/mozjpeg.ts';
import { photo } from '../../../testing/pictures/rasters.ts';
import { createMozjpegDecoder } from '../../dct/mozjpeg.ts';
import type { RasterStream } from '../../pixels/raster.ts';
import type { Frame } from '../format/frame.ts';
import { readCoefficients } from '../read/read.ts';
import { RowReader } from '../read/row-reader.ts';
import { decodeRows, decodeSamples } from './decode.ts';

/** libjpeg in WebAssembly, the reference. */
const mozjpeg = createMozjpegDecoder(createTestHost());
const { encode } = createMozjpegCodec(createTestHost());

const SAMPLINGS = [
  [[1, 1]],
  [[2, 2]],
  [
    [1, 1],
    [1, 1],
    [1, 1],
  ],
  [
    [2, 1],
    [1, 1],
    [1, 1],
  ],
  [
    [2, 2],
    [1, 1],
    [1, 1],
  ],
  [
    [4, 2],
    [2, 1],
    [2, 2],
  ],
  [
    [2, 2],
    [2, 2],
    [2, 2],
  ],
] as const;

test.each(SAMPLINGS.map((sampling) => [sampling.join(' '), sampling] as const))(
  'sampled %s: the same samples as libjpeg, from any coefficients',
  async (_, sampling) => {
    await fc.assert(
      fc.asyncProperty(
        frameRecipes,
        fc.constantFrom('sequential', 'progressive'),
        async (recipe, process) => {
          const jpeg = jpegOf(frameOf({ ...recipe, width: recipe.width + 4, sampling }), process);
          const channels = sampling.length === 1 ? 1 : 3;
          expect(decodeSamples(jpeg, channels)).toEqual(await mozjpeg.decode(jpeg, channels));
        },
      ),
      { numRuns: 40 },
    );
  },
);

test.each(['4:2:0', '4:4:4'] as const)(
  'a photo with %s, whose last row and column are alone',
  async (chroma) => {
    const jpeg = await encode(photo(333, 217, 3), { quality: 90, chroma, scans: 'progressive' });
    expect(decodeSamples(jpeg, 3)).toEqual(await mozjpeg.decode(jpeg, 3));
  },
);

/** File forms: interleaved and separate components, with and without restarts. */
const FORMS: readonly ((frame: Frame) => Uint8Array)[] = [
  (frame) => plainFile(frame, sequentialScript(frame, 3)),
  (frame) => plainFile(frame, sequentialScript(frame, 1)),
  (frame) =>
    plainFile(
      frame,
      [...frame.components.keys()].map((index) => sequentialOf(index)),
    ),
  (frame) => jpegOf(frame, 'progressive'),
];

function sequentialOf(component: number): PlainScan {
  return { kind: 'sequential', components: [component], interval: 2 };
}

test('rows are the same, however many are asked for at a time, and however the file is coded', () => {
  const usual = fc.record({ recipe: frameRecipes, sampling: fc.constantFrom(...SAMPLINGS) });
  fc.assert(
    fc.property(usual, fc.array(fc.integer({ min: 1, max: 40 })), ({ recipe, sampling }, counts) => {
      const frame = frameOf({ ...recipe, width: recipe.width + 4, sampling });
      const channels = sampling.length === 1 ? 1 : 3;
      const expected = decodeSamples(jpegOf(frame, 'sequential'), channels)!;
      for (const form of FORMS) {
        const samples = decodeRows(form(frame), channels, (rows) => inSteps(rows, counts));
        expect(Buffer.compare(samples!, expected.samples)).toBe(0);
      }
    }),
    { numRuns: 60 },
  );
});

/** All rows: first in steps of `counts`, then the rest. */
function inSteps({ next, height }: RasterStream, counts: readonly number[]): Uint8Array {
  const parts: Uint8Array[] = [];
  let left = height;
  for (const count of [...counts, height]) {
    const rows = Math.min(count, left);
    if (rows > 0) parts.push(next(rows).slice());
    left -= rows;
  }
  return Buffer.concat(parts);
}

test('of a large picture no more than a few rows and the file are in memory', async () => {
  for (const scans of ['sequential', 'progressive'] as const) {
    const jpeg = await encode(photo(2600, 2203, 3), { quality: 60, chroma: '4:2:0', scans });
    const { frame, freeAt } = RowReader.open(jpeg, { maxPixels: 1e7 })!;
    expect(freeAt - frame.kernel.heapStart()).toBeLessThan(jpeg.length + 1.5e6);
    const whole = await mozjpeg.decode(jpeg, 3);
    expect(Buffer.compare(decodeSamples(jpeg, 3)!.samples, whole!.samples)).toBe(0);
  }
});

test('of damaged data nothing is given back; what is none is read as ever', () => {
  const files = fc.tuple(frameRecipes, fc.constantFrom(...SAMPLINGS), fc.nat(FORMS.length - 1));
  let refused = 0;
  let read = 0;
  fc.assert(
    fc.property(files, damages, ([recipe, sampling, form], changes) => {
      const small = { width: 5 + (recipe.width % 40), height: 1 + (recipe.height % 60) };
      const bytes = damaged(FORMS[form]!(frameOf({ ...recipe, ...small, sampling })), changes);
      const channels = sampling.length === 1 ? 1 : 3;
      // Decodes all coefficients, and those recoded as an undamaged file.
      const image = readCoefficients(bytes, { maxPixels: 1e6 });
      const again = image === null ? null : codedAgain(image.frame);
      const found = decodeSamples(bytes, channels);
      if (image === null) {
        expect(found).toBeNull();
        refused += 1;
      } else if (again !== null) {
        expect(found).toEqual(decodeSamples(again, channels));
        read += 1;
      }
    }),
    { numRuns: 500 },
  );
  expect(Math.min(refused, read)).toBeGreaterThan(50);
});

/** Null if a coefficient exceeds the range of a sequential file. */
function codedAgain(frame: Frame): Uint8Array | null {
  try {
    return jpegOf(frame, 'sequential');
  } catch (thrown) {
    if (thrown instanceof TooLarge) return null;
    throw thrown;
  }
}

const LEFT_TO_LIBJPEG = [
  {
    colour: 'half as high alone',
    sampling: [
      [1, 2],
      [1, 1],
      [1, 1],
    ],
    width: 60,
  },
  {
    colour: 'a third',
    sampling: [
      [3, 1],
      [1, 1],
      [1, 1],
    ],
    width: 60,
  },
  {
    colour: 'two samples wide',
    sampling: [
      [2, 2],
      [1, 1],
      [1, 1],
    ],
    width: 4,
  },
] as const;

test.each(LEFT_TO_LIBJPEG)('colour that is $colour is left to libjpeg', ({ sampling, width }) => {
  const jpeg = jpegOf(frameOf({ width, height: 40, sampling, density: 0.1, seed: 5 }), 'sequential');
  expect(decodeSamples(jpeg, 3)).toBeNull();
});
