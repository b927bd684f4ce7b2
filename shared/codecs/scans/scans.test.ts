import { describe, expect, test } from 'vitest';
import { plainDarkPixels, plainFilled, plainSums } from '../../testing/oracles/plain-scans/ink.ts';
import { plainPaperDifferences } from '../../testing/oracles/plain-scans/paper-differences.ts';
import { plainBlockLevels, plainLuma, plainThinBlocks } from '../../testing/oracles/plain-scans/planes.ts';
import { plainBlended, plainEnlarged, plainMeans } from '../../testing/oracles/plain-scans/reduced.ts';
import { plainTileFacts } from '../../testing/oracles/plain-scans/tile-facts.ts';
import { noise } from '../../testing/pictures/noise.ts';
import type { Raster } from '../pixels/raster.ts';
import { blockLevels } from './block-levels.ts';
import { findDarkPixels } from './dark-pixels.ts';
import { paperDifferences } from './paper-differences.ts';
import { filledWith, sumsOfPaper } from './paper-fill.ts';
import { lumaOf, type Plane } from './planes.ts';
import { blended, enlarged, squareMeans } from './reduced.ts';
import { findThinLines } from './thin-lines.ts';
import { tileFacts } from './tile-facts.ts';

const SIZES = [
  [1, 1],
  [5, 3],
  [16, 16],
  [33, 18],
  [70, 141],
  [257, 40],
] as const;
const EACH = SIZES.flatMap(([width, height]) =>
  ([1, 3] as const).map((channels) => ({ width, height, channels })),
);

/** Light paper with dark strokes of a few pixels, and black and white noise in a corner. */
function scan(
  { width, height, channels }: { width: number; height: number; channels: 1 | 3 },
  seed = 0,
): Raster {
  const grain = noise(width * height * channels + seed).subarray(seed);
  const samples = grain.map((level, sample) => {
    const pixel = Math.trunc(sample / channels);
    const [x, y] = [pixel % width, Math.trunc(pixel / width)];
    if (x + y < 12) return level < 128 ? 0 : 255;
    const isInk = (x + (y >> 2)) % 11 < 3 && y % 13 > 4;
    return (isInk ? 40 : 200) + (level >> 3);
  });
  return { width, height, channels, samples };
}

function plane(width: number, height: number): Plane {
  return { width, height, levels: scan({ width, height, channels: 1 }).samples };
}

const GRID = { block: 8, columns: 0, rows: 0 };
const gridOf = ({ width, height }: { width: number; height: number }, block = GRID.block) => ({
  block,
  columns: Math.ceil(width / block),
  rows: Math.ceil(height / block),
});

describe.each(SIZES)('a plane of %d x %d', (width, height) => {
  test.each([4, 5, 8, 9, 16])('has the levels of each block of %d', (block) => {
    expect(blockLevels(plane(width, height), block)).toEqual(plainBlockLevels(plane(width, height), block));
  });

  test.each([4, 12, 40])('has thin lines where eight pixels lie %d levels below both sides', (contrast) => {
    const levels = plane(width, height).levels.map((level, at) => {
      const [x, y] = [at % width, Math.trunc(at / width)];
      return Math.max(0, level - (y % 19 === 3 || x % 23 === 5 ? 30 : 0));
    });
    const { blocks } = findThinLines({ width, height, levels }, contrast);
    expect(blocks).toEqual(plainThinBlocks({ width, height, levels }, contrast));
  });

  test.each([2, 4])('is dark below edges that change evenly; hairlines %d pixels off', (beside) => {
    const grid = gridOf({ width, height });
    const levels = noise(grid.columns * grid.rows);
    const edge = levels.map((level) => 80 + (level >> 2));
    const faint = edge.map((level) => level + 50);
    const edges = { ...grid, edge, faint, beside };
    const mask = plainDarkPixels(plane(width, height), edges);
    const found = findDarkPixels(plane(width, height), edges, width * height)!;
    expect(found.mask).toEqual(mask);
    const runs = new Uint8Array(width * height);
    for (let y = 0; y < height; y += 1) {
      for (let run = found.rowStart[y]!; run < found.rowStart[y + 1]!; run += 1) {
        expect(found.to[run]).toBeGreaterThan(found.from[run]!);
        runs.fill(1, y * width + found.from[run]!, y * width + found.to[run]!);
      }
    }
    expect(runs).toEqual(mask);
    expect(findDarkPixels(plane(width, height), edges, found.from.length)).toEqual(found);
    if (found.from.length > 0) {
      expect(findDarkPixels(plane(width, height), edges, found.from.length - 1)).toBeNull();
    }
  });
});

describe.each(EACH)('a scan of $width x $height with $channels channels', (size) => {
  const raster = scan(size);
  const { width, height } = size;

  test('has the luma of each pixel', () => {
    expect(lumaOf(raster)).toEqual(plainLuma(raster));
  });

  test.each([1, 2, 3, 7])('has the means of squares of %d', (factor) => {
    const [across, down] = [Math.trunc(width / factor), Math.trunc(height / factor)];
    expect(squareMeans(raster, factor, across, down).samples).toEqual(
      plainMeans(raster, factor, across, down),
    );
  });

  test('is drawn larger between its pixels', () => {
    const larger = { width: Math.ceil(width * 1.7), height: Math.ceil(height * 1.3) };
    const span = { width: width - 0.3, height: height + 0.2 };
    expect(enlarged(raster, larger, span).samples).toEqual(plainEnlarged(raster, larger, span));
  });

  test('has inks over it', () => {
    const covers = Uint16Array.from(noise(width * height), (level) => (level < 100 ? 0 : level % 10));
    const inks = [
      { covers, color: [10, 20, 230] },
      { covers: covers.toReversed(), color: [250, 0, 7] },
    ] as const;
    for (const full of [9, 18]) {
      expect(blended(raster, inks, full).samples).toEqual(plainBlended(raster, inks, full));
    }
  });

  test('has inks beside each other, each with its part of a pixel', () => {
    const nine = (count: number) => new Uint16Array(width * height).fill(count);
    const inks = [
      { covers: nine(3), color: [90, 90, 90] },
      { covers: nine(6), color: [0, 30, 60] },
    ] as const;
    const [red] = blended(raster, inks, 9).samples;
    expect(red).toBe(30);
  });

  test('differs from another tile by tile, to the last bit', () => {
    const { columns, rows, ssim, brightness, difference, hue } = tileFacts(raster, scan(size, 7));
    expect([columns, rows]).toEqual([Math.ceil(width / 16), Math.ceil(height / 16)]);
    const facts = Array.from(ssim, (each, tile) => [each, brightness[tile], difference[tile], hue[tile]]);
    expect(facts).toEqual(plainTileFacts(raster, scan(size, 7)));
  });

  test.each([0, 1, 2])('differs from coarser paper, farther from ink than %d', (reach) => {
    const levels = noise(width * height * 2);
    const marks = {
      covers: [levels.subarray(0, width * height), levels.subarray(width * height)].map((each) =>
        Uint16Array.from(each, (level) => (level < 3 ? level + 1 : 0)),
      ),
      reach,
      stays: levels.slice(0, width * height).map((level) => (level > 240 ? level % 3 : 0)),
      thin: levels.slice(width * height).map((level) => (level > 200 ? 1 : 0)),
    };
    expect(paperDifferences(raster, scan(size, 7), marks)).toEqual(
      plainPaperDifferences(raster, scan(size, 7), marks),
    );
  });

  test.each([1, 2])('is paper where ink is lifted, and %d around it', (reach) => {
    const grid = gridOf(size);
    const luma = plane(width, height);
    const edge = new Uint8Array(grid.columns * grid.rows).fill(120);
    const runs = findDarkPixels(luma, { ...grid, edge, faint: edge, beside: 2 }, luma.levels.length)!;
    const kinds = Uint8Array.from(runs.from, (from) => (from % 3 === 0 ? 0 : 1));
    const marked = { runs, kinds, reach };
    const sums = sumsOfPaper(raster, marked, grid);
    const plain = plainSums(raster, marked, grid);
    // Gray has one channel and the number of pixels.
    const isGiven = (at: number) => size.channels === 3 || at % 4 === 0 || at % 4 === 3;
    expect(sums.filter((_, at) => isGiven(at))).toEqual(plain.filter((_, at) => isGiven(at)));
    const colors = { ...grid, levels: noise(grid.columns * grid.rows * 3) };
    const filled = plainFilled(raster, marked, colors);
    expect(filledWith(raster, marked, colors).samples).toEqual(filled);
    expect(filledWith(raster, marked, colors, noise(raster.samples.length)).samples).toEqual(filled);
  });
});
