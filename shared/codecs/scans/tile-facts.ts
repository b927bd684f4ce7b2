import type { Raster } from '../pixels/raster.ts';
import { Layout } from '../wasm/kernel.ts';
import { scanKernel } from './kernel.ts';

/** Side of a tile in pixels. */
export const TILE = 16;

/** Differences of an image's tiles from another image. */
export interface TileFacts {
  readonly columns: number;
  readonly rows: number;
  /** Mean SSIM of the luma over windows of 8 x 8 (Wang et al. 2004), which overlap by half. */
  readonly ssim: Float64Array;
  /** Difference of the mean luma, in levels. */
  readonly brightness: Float64Array;
  /** Mean difference of the luma, in levels. */
  readonly difference: Float64Array;
  /** Largest shift of a channel relative to the mean of all, in levels. */
  readonly hue: Float64Array;
}

/** Floats per tile in the kernel's result. */
const FACTS = 4;

/** Compares two images of the same size and kind. */
export function tileFacts(a: Raster, b: Raster): TileFacts {
  const { width, height, channels } = a;
  const columns = Math.ceil(width / TILE);
  const rows = Math.ceil(height / TILE);
  const across = columns * TILE;
  const stride = across * channels;
  const kernel = scanKernel();
  const memory = new Layout();
  const [aAt, bAt] = [memory.place(stride * TILE), memory.place(stride * TILE)];
  const scratch = memory.place(across * (TILE * 2 + 20) + 128);
  const factsAt = memory.place(columns * FACTS * 8);
  const heap = memory.heapOf(kernel.memory);
  const reals = new Float64Array(heap.buffer);
  const place = (raster: Raster, top: number, at: number) => {
    const end = Math.min(height, top + TILE);
    heap.fill(0, at, at + stride * TILE);
    for (let y = top; y < end; y += 1) {
      const row = raster.samples.subarray(y * width * channels, (y + 1) * width * channels);
      heap.set(row, at + (y - top) * stride);
    }
  };
  const facts = emptyFacts(columns, rows);
  for (let row = 0; row < rows; row += 1) {
    const top = row * TILE;
    place(a, top, aAt);
    place(b, top, bAt);
    kernel.tileRow(aAt, bAt, stride, width, Math.min(TILE, height - top), channels, scratch, factsAt);
    for (let tile = 0, at = factsAt >> 3; tile < columns; tile += 1, at += FACTS) {
      const to = row * columns + tile;
      facts.ssim[to] = reals[at]!;
      facts.brightness[to] = reals[at + 1]!;
      facts.difference[to] = reals[at + 2]!;
      facts.hue[to] = reals[at + 3]!;
    }
  }
  return facts;
}

function emptyFacts(columns: number, rows: number): TileFacts {
  const reals = () => new Float64Array(columns * rows);
  return { columns, rows, ssim: reals(), brightness: reals(), difference: reals(), hue: reals() };
}
