import { expect, test } from 'vitest';
import { createTestHost } from '../../testing/host.ts';
import { createMozjpegCodec } from '../../testing/pictures/mozjpeg.ts';
import type { ImageCodecs } from '../image-codecs.ts';
import type { AlphaGuide } from '../types.ts';
import { alphaRaster } from './alpha.ts';

const SIZE = { width: 2, height: 2 };
const dct = createMozjpegCodec(createTestHost());
const raster = { ...SIZE, channels: 1, samples: Uint8Array.of(0, 80, 200, 255) } as const;
const jpeg = await dct.encode(raster, { quality: 100, chroma: '4:4:4', scans: 'sequential' });
const codecs = { dct: { decode: async () => raster } } as unknown as ImageCodecs;

const samplesOf = async (guide: Partial<AlphaGuide>) => {
  const found = await alphaRaster({ ...SIZE, bits: 8, inverted: false, ...guide } as AlphaGuide, codecs);
  return found === null ? null : [...found.samples];
};

test.each<[string, Partial<AlphaGuide>, number[] | null]>([
  ['in a JPEG', { source: { kind: 'dct', jpeg } as AlphaGuide['source'] }, [0, 80, 200, 255]],
  [
    'in a JPEG, inverted',
    { source: { kind: 'dct', jpeg } as AlphaGuide['source'], inverted: true },
    [255, 175, 55, 0],
  ],
  [
    'of two bits, inverted',
    {
      bits: 2,
      inverted: true,
      source: { kind: 'samples', rows: Uint8Array.of(0b00010000, 0b10110000) } as AlphaGuide['source'],
    },
    [3, 2, 1, 0],
  ],
  [
    'with a row missing',
    { source: { kind: 'samples', rows: Uint8Array.of(1, 2) } as AlphaGuide['source'] },
    null,
  ],
])('a mask %s says what it hides', async (_, guide, samples) => {
  expect(await samplesOf(guide)).toEqual(samples);
});
