import type { Raster } from '../../../codecs/pixels/raster.ts';
import type { DarkEdges } from '../../../codecs/scans/dark-pixels.ts';
import type { BlockColors, MarkedRuns } from '../../../codecs/scans/paper-fill.ts';
import type { Plane } from '../../../codecs/scans/planes.ts';
import { betweenCentres } from './between.ts';

/** Finds the dark pixels. */
export function plainDarkPixels({ width, height, levels }: Plane, edges: DarkEdges): Uint8Array {
  const { columns, beside } = edges;
  const levelAt = (x: number, y: number) => levels[y * width + x]!;
  const edgeAt = (grid: Uint8Array, x: number, y: number) => {
    const { above, across } = betweenCentres(x, y, edges, (column, row) => grid[row * columns + column]!);
    return above[0] + (((above[1] - above[0]) * across) >> 8);
  };
  return Uint8Array.from(levels, (level, at) => {
    const [x, y] = [at % width, Math.trunc(at / width)];
    const edge = edgeAt(edges.edge, x, y);
    const faint = edgeAt(edges.faint, x, y);
    if (level << 8 < edge) return 1;
    if (level << 8 >= faint) return 0;
    const least = level + (((level << 8) - edge) >> 8);
    const across = x >= beside && x + beside < width;
    const down = y >= beside && y + beside < height;
    const isThin =
      (across && levelAt(x - beside, y) > least && levelAt(x + beside, y) > least) ||
      (down && levelAt(x, y - beside) > least && levelAt(x, y + beside) > least);
    return isThin ? 1 : 0;
  });
}

/** 1 for each pixel of the raster within `reach` of a run of this kind. */
function near(
  { width, height }: Raster,
  { runs: { from, to, rowStart }, kinds }: MarkedRuns,
  kind: number,
  reach: number,
) {
  const out = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let run = rowStart[y]!; run < rowStart[y + 1]!; run += 1) {
      if (kinds[run] !== kind) continue;
      for (let down = Math.max(0, y - reach); down <= Math.min(height - 1, y + reach); down += 1) {
        for (let x = Math.max(0, from[run]! - reach); x < Math.min(width, to[run]! + reach); x += 1) {
          out[down * width + x] = 1;
        }
      }
    }
  }
  return out;
}

const STAYING = 0;
const LIFTED = 1;

/** Sums of three channels, and the number of pixels, of each block's background. */
export function plainSums(
  raster: Raster,
  marked: MarkedRuns,
  { block, columns, rows }: Omit<BlockColors, 'levels'>,
): Int32Array {
  const covered = near(raster, marked, LIFTED, marked.reach);
  const sums = new Int32Array(columns * rows * 4);
  for (let pixel = 0; pixel < covered.length; pixel += 1) {
    if (covered[pixel] === 1) continue;
    const [x, y] = [pixel % raster.width, Math.trunc(pixel / raster.width)];
    const cell = (Math.trunc(y / block) * columns + Math.trunc(x / block)) * 4;
    for (let channel = 0; channel < raster.channels; channel += 1) {
      sums[cell + channel]! += raster.samples[pixel * raster.channels + channel]!;
    }
    sums[cell + 3]! += 1;
  }
  return sums;
}

/** The raster with background in place of lifted ink. */
export function plainFilled(raster: Raster, marked: MarkedRuns, colors: BlockColors): Uint8Array {
  const { width, channels } = raster;
  const covered = near(raster, marked, LIFTED, marked.reach);
  const stays = near(raster, marked, STAYING, 0);
  return raster.samples.map((level, sample) => {
    const pixel = Math.trunc(sample / channels);
    if (covered[pixel] === 0 || stays[pixel] === 1) return level;
    const [x, y] = [pixel % width, Math.trunc(pixel / width)];
    const levelOf = (column: number, row: number) =>
      colors.levels[(row * colors.columns + column) * 3 + (sample % channels)]!;
    return (betweenCentres(x, y, colors, levelOf).sum + (1 << 15)) >> 16;
  });
}
