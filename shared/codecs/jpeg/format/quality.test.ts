import { describe, expect, test } from 'vitest';
import { createTestHost } from '../../../testing/host.ts';
import { createMozjpegCodec } from '../../../testing/pictures/mozjpeg.ts';
import { photo } from '../../../testing/pictures/rasters.ts';
import { readDctHeader } from './header.ts';
import { estimateQuality, jpegQuality } from './quality.ts';
import { ANNEX_K, scaledTable } from './quant-tables.ts';

const QUALITIES = [1, 2, 10, 33, 49, 50, 60, 75, 76, 90, 95, 99, 100];

/** Tables K.1 and K.2 of T.81 at quality 50, in zigzag order, as libjpeg writes them. */
const LUMA = `16 11 12 14 12 10 16 14 13 14 18 17 16 19 24 40 26 24 22 22 24 49 35 37 29 40 58 51 61 60 57 51
  56 55 64 72 92 78 64 68 87 69 55 56 80 109 81 87 95 98 103 104 103 62 77 113 121 112 100 120 92 101 103 99`;
const CHROMA = `17 18 18 24 21 24 47 26 26 47 99 66 56 66${' 99'.repeat(50)}`;

test('the tables of T.81 are those that libjpeg writes', () => {
  const numbers = (text: string) => Uint16Array.from(text.trim().split(/\s+/), Number);
  expect(Uint16Array.from(scaledTable(ANNEX_K.luma, 50))).toEqual(numbers(LUMA));
  expect(Uint16Array.from(scaledTable(ANNEX_K.chroma, 50))).toEqual(numbers(CHROMA));
});

describe('the quality of quantisation tables', () => {
  test.each(QUALITIES)('libjpeg at %i', (quality) => {
    const luma = scaledTable(ANNEX_K.luma, quality);
    const chroma = scaledTable(ANNEX_K.chroma, quality);
    // At 1 and 2 every entry is at its limit.
    expect(estimateQuality([luma, chroma])).toBeCloseTo(quality, quality < 3 ? -1 : 0);
    expect(estimateQuality([luma])).toBeCloseTo(quality, quality < 3 ? -1 : 0);
  });

  test.each(QUALITIES.slice(2))('an image as we write it at %i', async (quality) => {
    const codec = createMozjpegCodec(createTestHost());
    for (const scans of ['sequential', 'progressive'] as const) {
      const jpeg = await codec.encode(photo(16, 16, 3), { quality, chroma: '4:2:0', scans });
      expect(jpegQuality(readDctHeader(jpeg)!)).toBe(quality);
    }
  });

  test('tables near to libjpeg get about its quality, whatever a few entries say', () => {
    const table = scaledTable(ANNEX_K.luma, 80).map((entry, k) => (k > 57 ? 255 : entry + (k % 2)));
    expect(estimateQuality([table])).toBeGreaterThanOrEqual(76);
    expect(estimateQuality([table])).toBeLessThanOrEqual(81);
  });

  test('coarser tables are never of higher quality', () => {
    const flat = [1, 2, 4, 8, 16, 32, 64, 128, 255].map((entry) => new Uint16Array(64).fill(entry));
    const estimates = flat.map((table) => estimateQuality([table]));
    expect(estimates).toEqual([...estimates].sort((a, b) => b - a));
    expect(estimates[0]).toBe(100);
  });

  test('entries of more than 8 bits are of the lowest quality', () => {
    // At 1, 2 and 3 every entry of a baseline table is at its limit.
    expect(estimateQuality([new Uint16Array(64).fill(9000)])).toBeLessThanOrEqual(3);
  });
});
