import { inflatedModule } from '../wasm/inflated-module.ts';
import { type KernelExports, Layout, lazyKernel } from '../wasm/kernel.ts';
import { DEFLATED_SIMILARITY_WASM, SIMILARITY_BYTES } from '../wasm/similarity-bytes.ts';
import { turnedPixels } from './pixels-simd.ts';
import type { RasterRows } from './raster.ts';

/** Exports of `codecs/simd/similarity-kernel.ts`; arguments are addresses, counts and, in two places, floats. */
interface SimilarityKernel extends KernelExports {
  readonly lumaRow: (at: number, pixels: number, out: number) => void;
  readonly countCells: (
    a: number,
    b: number,
    stride: number,
    cells: number,
    out: number,
    room: number,
  ) => void;
  readonly addWindows: (
    upper: number,
    lower: number,
    cells: number,
    room: number,
    c1: number,
    c2: number,
    total: number,
  ) => number;
  readonly addTiles: (
    a: number,
    b: number,
    stride: number,
    rows: number,
    tileBytes: number,
    out: number,
  ) => void;
  readonly worstBlock: (
    a: number,
    b: number,
    stride: number,
    rows: number,
    channels: number,
    scratch: number,
  ) => number;
}

const similarityKernel = lazyKernel<SimilarityKernel>('similarity', () =>
  inflatedModule(DEFLATED_SIMILARITY_WASM, SIMILARITY_BYTES),
);

/** Arrays of sums per row of cells. */
const CELL_SUMS = 5;

/** Sum of the SSIM of all windows of two by two cells of `cell` (4) pixels; both sides hold at least two cells. */
export function totalSsim(
  a: RasterRows,
  b: RasterRows,
  cell: 4,
  { c1, c2 }: { c1: number; c2: number },
): number {
  const kernel = similarityKernel();
  const { width, height, channels } = a;
  const stride = width * channels;
  const across = Math.floor(width / cell);
  const room = across * 4 + 16;
  const memory = new Layout();
  const pixelsAt = memory.place(stride);
  const lumaAt = [memory.place(width * cell), memory.place(width * cell)] as const;
  const cellsAt = [memory.place(room * CELL_SUMS), memory.place(room * CELL_SUMS)] as const;
  const heap = memory.heapOf(kernel.memory);
  const place = (raster: RasterRows, top: number, at: number) => {
    const samples = raster.rows(top, top + cell);
    if (channels === 1) return heap.set(samples, at);
    for (let row = 0; row < cell; row += 1) {
      const pixels = samples.subarray(row * stride, (row + 1) * stride);
      heap.set(channels === 3 ? pixels : turnedPixels(pixels, 'rgbaToRgb'), pixelsAt);
      kernel.lumaRow(pixelsAt, width, at + row * width);
    }
  };
  let total = 0;
  for (let y = 0, row = 0; y + cell <= height; y += cell, row += 1) {
    place(a, y, lumaAt[0]);
    place(b, y, lumaAt[1]);
    const [upper, lower] = row % 2 === 0 ? [cellsAt[1], cellsAt[0]] : cellsAt;
    kernel.countCells(lumaAt[0], lumaAt[1], width, across, lower, room);
    if (row > 0) total = kernel.addWindows(upper, lower, across, room, c1, c2, total);
  }
  return total;
}

/** Sums of absolute sample differences in tiles of `tile` (16) pixels, row by row. */
export function tileDifferences(a: RasterRows, b: RasterRows, tile: 16): Uint32Array {
  const kernel = similarityKernel();
  const { width, height, channels } = a;
  const stride = width * channels;
  const across = Math.ceil(width / tile);
  const memory = new Layout();
  const aAt = memory.place(stride * tile);
  const bAt = memory.place(stride * tile);
  const sumsAt = memory.place(across * 4);
  const heap = memory.heapOf(kernel.memory);
  const sums = new Uint32Array(across * Math.ceil(height / tile));
  for (let top = 0, row = 0; top < height; top += tile, row += 1) {
    const end = Math.min(height, top + tile);
    heap.set(a.rows(top, end), aAt);
    heap.set(b.rows(top, end), bAt);
    kernel.addTiles(aAt, bAt, stride, end - top, tile * channels, sumsAt);
    sums.set(new Uint32Array(heap.buffer, sumsAt, across), row * across);
  }
  return sums;
}

/** The largest absolute sum of one channel's differences in a block of 8 pixels and up to 8 rows from `top` on. */
export function worstBlockDifference(a: RasterRows, b: RasterRows, top: number): number {
  const kernel = similarityKernel();
  const { width, height, channels } = a;
  const stride = width * channels;
  const memory = new Layout();
  const aAt = memory.place(stride * 8);
  const bAt = memory.place(stride * 8);
  const scratchAt = memory.place(8 * channels * 2);
  const heap = memory.heapOf(kernel.memory);
  const end = Math.min(height, top + 8);
  heap.set(a.rows(top, end), aAt);
  heap.set(b.rows(top, end), bAt);
  return kernel.worstBlock(aAt, bAt, stride, end - top, channels, scratchAt);
}
