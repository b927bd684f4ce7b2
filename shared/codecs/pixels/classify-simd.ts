import { CLASSIFY_BYTES, DEFLATED_CLASSIFY_WASM } from '../wasm/classify-bytes.ts';
import { inflatedModule } from '../wasm/inflated-module.ts';
import { type KernelExports, Layout, lazyKernel } from '../wasm/kernel.ts';
import type { Channels } from './raster.ts';

/** Exports of `codecs/simd/classify-kernel.ts`; arguments are addresses, counts and levels. */
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

const neighbourKernel = lazyKernel<NeighbourKernel>('classify', () =>
  inflatedModule(DEFLATED_CLASSIFY_WASM, CLASSIFY_BYTES),
);

/** Differences in luminance between neighbors that count as grain or as an edge. */
export interface NeighbourLevels {
  readonly grainFrom: number;
  readonly grainBelow: number;
  readonly edgeFrom: number;
}

/** Pairs of adjacent pixels in some rows. */
export interface NeighbourCounts {
  readonly grainy: number;
  readonly equal: number;
  readonly strong: number;
  /** Distinct colors of those rows, counted up to `mostColors`. */
  readonly colors: number;
}

/** Counts in added rows; only one counter may be in use at a time. */
export class NeighbourCounter {
  readonly #kernel = neighbourKernel();
  readonly #width: number;
  readonly #channels: Channels;
  readonly #levels: NeighbourLevels;
  readonly #mostColors: number;
  /** Open addressing, at most a quarter full. */
  readonly #slots: number;
  readonly #slotsAt: number;
  readonly #rowAt: number;
  readonly #heap: Uint8Array;
  #colors = 0;

  /** @param mostColors a power of two */
  constructor(width: number, channels: Channels, levels: NeighbourLevels, mostColors: number) {
    this.#width = width;
    this.#channels = channels;
    this.#levels = levels;
    this.#mostColors = mostColors;
    this.#slots = mostColors * 4;
    const memory = new Layout();
    this.#slotsAt = memory.place(this.#slots * 8);
    this.#rowAt = memory.place(width * channels);
    this.#heap = memory.heapOf(this.#kernel.memory);
    this.#heap.fill(0, this.#slotsAt, this.#slotsAt + this.#slots * 8);
    this.#kernel.resetNeighbours();
  }

  add(row: Uint8Array): void {
    const { grainFrom, grainBelow, edgeFrom } = this.#levels;
    const [kernel, at, width, channels] = [this.#kernel, this.#rowAt, this.#width, this.#channels];
    this.#heap.set(row, at);
    if (channels === 4) kernel.countInkNeighbours(at, width, grainFrom, grainBelow, edgeFrom);
    else kernel.countNeighbours(at, width, channels, grainFrom, grainBelow, edgeFrom);
    if (this.#colors === this.#mostColors) return;
    this.#colors = kernel.addColors(
      at,
      width,
      channels,
      this.#slotsAt,
      this.#slots - 1,
      this.#colors,
      this.#mostColors,
    );
  }

  get counts(): NeighbourCounts {
    return {
      grainy: this.#kernel.grainyNeighbours(),
      equal: this.#kernel.equalNeighbours(),
      strong: this.#kernel.strongNeighbours(),
      colors: this.#colors,
    };
  }
}
