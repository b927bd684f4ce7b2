import { describe, expect, test } from 'vitest';
import { decodeWithPdfjs } from '../../testing/oracles/pdfjs-jpeg.ts';
import { photo, sequence } from '../../testing/pictures/rasters.ts';
import { readDctHeader } from '../jpeg/format/header.ts';
import { encodeJpeg4, type FourChannelImage, type Jpeg4Settings } from './cmyk.ts';

/** CMYK samples of a soft image, with black where the other three are present. */
function separations(width: number, height: number): FourChannelImage {
  const { samples } = photo(width, height, 3, 5);
  const data = new Uint8Array(width * height * 4);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const inks = [0, 1, 2].map((channel) => 255 - samples[pixel * 3 + channel]!);
    const black = Math.min(...inks) >> 1;
    data.set([...inks.map((ink) => ink - black), black], pixel * 4);
  }
  return { data, width, height };
}

function flat(width: number, height: number, inks: readonly number[]): FourChannelImage {
  return {
    data: Uint8Array.from({ length: width * height * 4 }, (_, index) => inks[index % 4]!),
    width,
    height,
  };
}

function rmsError(a: Uint8Array, b: Uint8Array): number {
  return Math.sqrt(a.reduce((sum, sample, index) => sum + (sample - b[index]!) ** 2, 0) / a.length);
}

async function decoded(image: FourChannelImage, settings: Jpeg4Settings): Promise<Uint8Array> {
  const { width, height, samples } = await decodeWithPdfjs(encodeJpeg4(image, settings));
  expect([width, height]).toEqual([image.width, image.height]);
  return samples;
}

const WAYS: readonly Omit<Jpeg4Settings, 'quality'>[] = [
  { color: 'ycck' },
  { color: 'ycck', chroma: '4:2:0' },
  { color: 'as-is' },
];

describe('four channels come back without /Decode', () => {
  // Each channel has its own grain of 5 levels: half of it is lost with half the chrominance resolution.
  test.each(WAYS)('%o', async (way) => {
    const tolerance = way.chroma === '4:2:0' ? 9 : 5;
    for (const [width, height] of [
      [1, 1],
      [7, 9],
      [17, 33],
      [96, 64],
    ]) {
      const image = separations(width!, height!);
      const coarse = rmsError(await decoded(image, { ...way, quality: 50 }), image.data);
      const fine = rmsError(await decoded(image, { ...way, quality: 95 }), image.data);
      expect(fine).toBeLessThan(tolerance);
      expect(coarse).toBeLessThan(12);
      expect(fine).toBeLessThanOrEqual(coarse);
    }
  });

  test.each(WAYS)('no ink, full ink and single inks stay what they are: %o', async (way) => {
    for (const inks of [
      [0, 0, 0, 0],
      [255, 255, 255, 255],
      [0, 0, 0, 255],
      [255, 0, 0, 0],
      [0, 255, 0, 0],
      [0, 0, 255, 0],
    ]) {
      const image = flat(20, 12, inks);
      const samples = await decoded(image, { ...way, quality: 90 });
      samples.forEach((sample, index) => {
        expect(Math.abs(sample - image.data[index]!)).toBeLessThanOrEqual(3);
      });
    }
  });
});

describe('what the file says', () => {
  const image = separations(40, 24);

  test('YCCK carries transform 2, and its chrominance may be halved', () => {
    const full = readDctHeader(encodeJpeg4(image, { quality: 75 }));
    expect(full).toMatchObject({ width: 40, height: 24, precision: 8, adobeTransform: 2 });
    expect(full?.components.map(({ horizontal }) => horizontal)).toEqual([1, 1, 1, 1]);
    const half = readDctHeader(encodeJpeg4(image, { quality: 75, chroma: '4:2:0' }));
    expect(half?.components.map(({ horizontal, vertical }) => [horizontal, vertical])).toEqual([
      [2, 2],
      [1, 1],
      [1, 1],
      [2, 2],
    ]);
  });

  test('channels as they are carry no marker of Adobe', () => {
    const header = readDctHeader(encodeJpeg4(image, { quality: 75, color: 'as-is', chroma: '4:2:0' }));
    expect(header).toMatchObject({ adobeTransform: null, hasJfif: false });
    expect(header?.components.map(({ horizontal }) => horizontal)).toEqual([1, 1, 1, 1]);
  });

  test('lower quality is smaller, and the same input gives the same bytes', () => {
    const sizes = [20, 50, 80, 95].map((quality) => encodeJpeg4(image, { quality }).length);
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
    expect(encodeJpeg4(image, { quality: 60 })).toEqual(encodeJpeg4(image, { quality: 60 }));
  });
});

test('extreme samples at quality 100 stay within what the process can hold', async () => {
  const random = sequence(3);
  const data = Uint8Array.from({ length: 64 * 64 * 4 }, () => (random() < 0.5 ? 0 : 255));
  const image = { data, width: 64, height: 64 };
  expect(rmsError(await decoded(image, { quality: 100, color: 'as-is' }), data)).toBeLessThan(2);
});

test.each<[string, FourChannelImage, number]>([
  ['no pixels', { data: new Uint8Array(0), width: 0, height: 0 }, 75],
  ['too wide', { data: new Uint8Array(65536 * 4), width: 65536, height: 1 }, 75],
  ['too little data', { data: new Uint8Array(15), width: 2, height: 2 }, 75],
  ['quality 0', flat(2, 2, [0, 0, 0, 0]), 0],
  ['quality 101', flat(2, 2, [0, 0, 0, 0]), 101],
])('%s is an error', (_name, image, quality) => {
  expect(() => encodeJpeg4(image, { quality })).toThrow(RangeError);
});
