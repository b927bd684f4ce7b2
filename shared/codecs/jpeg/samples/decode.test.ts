import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTestHost } from '../../../testing/host.ts';
import { frameOf, frameRecipes, jpegOf } from '../../../testing/pictures/jpeg-frames.ts';
import { createMozjpegCodec } from '../../../testing/pictures/mozjpeg.ts';
import { photo } from '../../../testing/pictures/rasters.ts';
import { createMozjpegDecoder } from '../../dct/mozjpeg.ts';
import { wholeRaster } from '../../pixels/raster.ts';
import { decodeRows, decodeSamples } from './decode.ts';

/** libjpeg in WebAssembly is the judge. */
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

test('a large picture comes in rows, in any order and whatever is read meanwhile', async () => {
  const settings = { quality: 60, chroma: '4:2:0', scans: 'sequential' } as const;
  const large = await encode(photo(2600, 2203, 3), settings);
  const small = await encode(photo(64, 48, 3), settings);
  const rows = decodeRows(large, 3)!;
  if (!('rows' in rows)) throw new Error('it came whole');
  const whole = await mozjpeg.decode(large, 3);
  const stride = rows.width * 3;
  for (const [top, end] of [
    [2196, 2203],
    [0, 1],
    [15, 90],
    [16, 32],
  ] as const) {
    decodeSamples(small, 3);
    const expected = whole!.samples.subarray(top * stride, end * stride);
    expect(Buffer.compare(rows.rows(top, end), expected), `rows ${top} to ${end}`).toBe(0);
  }
  expect(Buffer.compare(wholeRaster(rows).samples, whole!.samples)).toBe(0);
  expect(decodeRows(small, 3)).toEqual(await mozjpeg.decode(small, 3));
});

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
