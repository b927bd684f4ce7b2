import { describe, expect, test } from 'vitest';
import { createTestHost } from '../testing/host.ts';
import { meanDifference, photo } from '../testing/rasters.ts';
import { createDctCodec } from './dct.ts';
import { readDctHeader } from './dct-header.ts';
import { estimateQuality } from './dct-quality.ts';

const host = createTestHost();
const settings = { quality: 75, chroma: '4:2:0', scans: 'progressive' } as const;

describe('encode and decode', () => {
  test.each([
    ['4:2:0', 'progressive', 'progressive', 2],
    ['4:4:4', 'sequential', 'baseline', 1],
  ] as const)('colour with %s and %s scans', async (chroma, scans, process, sampling) => {
    const codec = createDctCodec(host);
    const source = photo(160, 96, 3);
    const jpeg = await codec.encode(source, { quality: 90, chroma, scans });
    expect(readDctHeader(jpeg)).toMatchObject({
      width: 160,
      height: 96,
      precision: 8,
      process,
      hasJfif: true,
      components: [{ horizontal: sampling, vertical: sampling }, { horizontal: 1 }, { horizontal: 1 }],
    });
    const decoded = await codec.decode(jpeg, 3);
    expect(meanDifference(decoded!, source)).toBeLessThan(6);
  });

  test('gray becomes one component', async () => {
    const codec = createDctCodec(host);
    const source = photo(160, 96, 1);
    const jpeg = await codec.encode(source, settings);
    expect(readDctHeader(jpeg)?.components).toHaveLength(1);
    expect(meanDifference((await codec.decode(jpeg, 1))!, source)).toBeLessThan(6);
  });

  test('a file libjpeg gives up on is null, and changes nothing for the next', async () => {
    const codec = createDctCodec(host);
    const source = photo(120, 80, 3);
    const before = await codec.encode(source, settings);
    expect(await codec.decode(Uint8Array.of(0xff, 0xd8, 0xff, 0xc0, 0, 2), 3)).toBeNull();
    expect(await codec.decode(new TextEncoder().encode('no JPEG at all'), 3)).toBeNull();
    const again = await codec.encode(source, settings);
    expect(again).toEqual(before);
    expect(meanDifference((await codec.decode(before, 3))!, source)).toBeLessThan(8);
  });

  test('a cut file is null, since its missing rows would be filled with gray', async () => {
    const codec = createDctCodec(host);
    const jpeg = await codec.encode(photo(200, 200, 3), settings);
    expect(await codec.decode(jpeg.subarray(0, jpeg.length / 2), 3)).toBeNull();
  });
});

describe('the quality of a JPEG', () => {
  test.each([1, 5, 12, 30, 49, 50, 51, 75, 76, 90, 95, 99, 100])(
    'that we wrote at %d is read from it',
    async (quality) => {
      const codec = createDctCodec(host);
      const jpeg = await codec.encode(photo(16, 16, 3), { ...settings, quality });
      expect(estimateQuality(readDctHeader(jpeg)!)).toBe(quality);
    },
  );

  test('with tables of its own is the one whose tables sum up alike', async () => {
    const codec = createDctCodec(host);
    const header = readDctHeader(await codec.encode(photo(16, 16, 3), settings))!;
    const bent = header.quantTables.map((table) => table?.map((entry, index) => entry + (index % 2)));
    const estimated = estimateQuality({ ...header, quantTables: bent });
    expect(estimated).toBeGreaterThan(55);
    expect(estimated).toBeLessThan(75);
  });
});
