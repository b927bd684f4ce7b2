import { describe, expect, test } from 'vitest';
import { createTestHost } from '../../testing/host.ts';
import { createMozjpegCodec } from '../../testing/pictures/mozjpeg.ts';
import { meanDifference, photo } from '../../testing/pictures/rasters.ts';
import { readDctHeader } from '../jpeg/format/header.ts';

const host = createTestHost();
const settings = { quality: 75, chroma: '4:2:0', scans: 'progressive' } as const;

describe('encode and decode', () => {
  test.each([
    ['4:2:0', 'progressive', 'progressive', 2],
    ['4:4:4', 'sequential', 'baseline', 1],
  ] as const)('colour with %s and %s scans', async (chroma, scans, process, sampling) => {
    const codec = createMozjpegCodec(host);
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

  test('colour is quantised more coarsely than light, but not where it carries text', async () => {
    const codec = createMozjpegCodec(host);
    const tables = async (chroma: '4:2:0' | '4:4:4') =>
      readDctHeader(await codec.encode(photo(32, 32, 3), { ...settings, chroma }))!.quantTables;
    const [light, color] = await tables('4:2:0');
    expect(color![1]).toBeGreaterThan(light![1]!);
    const [text, coloredText] = await tables('4:4:4');
    expect(text).toEqual(light);
    expect(coloredText ?? text).toEqual(text);
  });

  test('gray becomes one component', async () => {
    const codec = createMozjpegCodec(host);
    const source = photo(160, 96, 1);
    const jpeg = await codec.encode(source, settings);
    expect(readDctHeader(jpeg)?.components).toHaveLength(1);
    expect(meanDifference((await codec.decode(jpeg, 1))!, source)).toBeLessThan(6);
  });

  test('a file libjpeg gives up on is null, and changes nothing for the next', async () => {
    const codec = createMozjpegCodec(host);
    const source = photo(120, 80, 3);
    const before = await codec.encode(source, settings);
    expect(await codec.decode(Uint8Array.of(0xff, 0xd8, 0xff, 0xc0, 0, 2), 3)).toBeNull();
    expect(await codec.decode(new TextEncoder().encode('no JPEG at all'), 3)).toBeNull();
    const again = await codec.encode(source, settings);
    expect(again).toEqual(before);
    expect(meanDifference((await codec.decode(before, 3))!, source)).toBeLessThan(8);
  });

  test('a cut file is null, since its missing rows would be filled with gray', async () => {
    const codec = createMozjpegCodec(host);
    const jpeg = await codec.encode(photo(200, 200, 3), settings);
    expect(await codec.decode(jpeg.subarray(0, jpeg.length / 2), 3)).toBeNull();
  });
});
