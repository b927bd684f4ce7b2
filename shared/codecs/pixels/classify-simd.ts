import { CLASSIFY_WASM } from '../wasm/classify-bytes.ts';
import { type KernelExports, Layout, lazyKernel } from '../wasm/kernel.ts';
import type { Channels, Raster } from './raster.ts';

/** What `codecs/simd/classify-kernel.ts` exports; arguments are addresses, counts and levels. */
interface NeighbourKernel extends KernelExports {
  readonly resetNeighbours: () => void;
  readonly grainyNeighbours: () => number;
  readonly equalNeighbours: () => number;
  readonly strongNeighbours: () => number;
  readonly countNeighbours: (
    at: number,
    width: number,
    channels: number,
    from: number,
    below: number,
    edge: number,
  ) => void;
  readonly countInkNeighbours: (at: number, width: number, from: number, below: number, edge: number) => void;
  readonly addColors: (
    at: number,
    width: number,
    channels: Channels,
    slots: number,
    mask: number,
    count: number,
    most: number,
  ) => number;
}

const neighbourKernel = lazyKernel<NeighbourKernel>(CLASSIFY_WASM);

/** Differences in luminance of a neighbour: those that count as grain, and from which on they are an edge. */
export interface NeighbourLevels {
  readonly grainFrom: number;
  readonly grainBelow: number;
  readonly edgeFrom: number;
}

/** Pairs of pixels beside each other in some rows. */
export interface NeighbourCounts {
  readonly grainy: number;
  readonly equal: number;
  readonly strong: number;
  /** Distinct colours of those rows, counted up to `mostColors`. */
  readonly colors: number;
}

/** Counts in every `everyRow`-th row; `mostColors` is a power of two. */
export function countedNeighbours(
  { width, height, channels, samples }: Raster,
  everyRow: number,
  { grainFrom, grainBelow, edgeFrom }: NeighbourLevels,
  mostColors: number,
): NeighbourCounts {
  const kernel = neighbourKernel();
  // Open addressing, a quarter full at most.
  const slots = mostColors * 4;
  const stride = width * channels;
  const memory = new Layout();
  const slotsAt = memory.place(slots * 8);
  const rowAt = memory.place(stride);
  const heap = memory.heapOf(kernel.memory);
  heap.fill(0, slotsAt, slotsAt + slots * 8);
  kernel.resetNeighbours();
  let colors = 0;
  for (let y = 0; y < height; y += everyRow) {
    heap.set(samples.subarray(y * stride, (y + 1) * stride), rowAt);
    if (channels === 4) kernel.countInkNeighbours(rowAt, width, grainFrom, grainBelow, edgeFrom);
    else kernel.countNeighbours(rowAt, width, channels, grainFrom, grainBelow, edgeFrom);
    if (colors < mostColors)
      colors = kernel.addColors(rowAt, width, channels, slotsAt, slots - 1, colors, mostColors);
  }
  return {
    grainy: kernel.grainyNeighbours(),
    equal: kernel.equalNeighbours(),
    strong: kernel.strongNeighbours(),
    colors,
  };
}
