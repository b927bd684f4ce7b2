import type { Raster } from '../pixels/raster.ts';
import { Layout } from '../wasm/kernel.ts';
import { betweenBlocks } from './between.ts';
import type { DarkPixels } from './dark-pixels.ts';
import { scanKernel } from './kernel.ts';

/** Dark pixels of a raster. */
export interface MarkedRuns {
  readonly runs: Pick<DarkPixels, 'from' | 'to' | 'rowStart'>;
  /** One byte per run. */
  readonly kinds: Uint8Array;
  /** Margin in pixels around them. */
  readonly reach: number;
}

/** Kinds of runs. */
export const STAYING = 0;
export const LIFTED = 1;

/** Colors in a grid of blocks. */
export interface BlockColors {
  /** Side of a block in pixels. */
  readonly block: number;
  readonly columns: number;
  readonly rows: number;
  /** Three levels per block. */
  readonly levels: Uint8Array;
}

/**
 * Sums of the pixels of each block outside lifted runs and their margin: three channels and the number. For
 * gray, the second and third channel are undefined.
 */
export function sumsOfPaper(
  { width, height, channels, samples }: Raster,
  marked: MarkedRuns,
  { block, columns, rows }: Omit<BlockColors, 'levels'>,
): Int32Array {
  const memory = new Layout();
  const pixelsAt = memory.place(width * channels);
  const scratch = memory.place(width);
  const sumsAt = memory.place(columns * 16);
  const { heap, ...lifted } = rowsOfRuns(memory, marked, width, height, 'lifted');
  const words = new Int32Array(heap.buffer);
  const sums = new Int32Array(columns * rows * 4);
  for (let y = 0; y < height; y += 1) {
    const to = Math.trunc(y / block) * columns * 4;
    if (y % block === 0) words.fill(0, sumsAt >> 2, (sumsAt >> 2) + columns * 4);
    heap.set(samples.subarray(y * width * channels, (y + 1) * width * channels), pixelsAt);
    lifted.moveTo(y);
    const near = [lifted.at, lifted.stride, lifted.rows] as const;
    scanKernel().sumPaper(pixelsAt, width, channels, ...near, block, scratch, sumsAt);
    const isLast = (y + 1) % block === 0 || y + 1 === height;
    if (isLast) sums.set(words.subarray(sumsAt >> 2, (sumsAt >> 2) + columns * 4), to);
  }
  return sums;
}

/**
 * Returns the raster with the blocks' colors, interpolated between centers, in place of lifted runs and their
 * margin, except where runs stay.
 * @param samples buffer to overwrite, of the raster's size
 */
export function filledWith(
  raster: Raster,
  marked: MarkedRuns,
  colors: BlockColors,
  samples: Uint8Array = new Uint8Array(raster.samples.length),
): Raster {
  const { width, height, channels } = raster;
  const { block, columns, rows, levels } = colors;
  const memory = new Layout();
  const pixelsAt = memory.place(width * channels);
  const levelsAt = memory.place(levels.length);
  const [firstAt, shareAt] = [memory.place(width * 4), memory.place(width * 4)];
  const scratch = memory.place((columns + 1) * 12);
  const { heap, ...lifted } = rowsOfRuns(memory, marked, width, height, 'lifted and staying');
  const words = new Int32Array(heap.buffer);
  const across = betweenBlocks(width, block, columns);
  const down = betweenBlocks(height, block, rows);
  heap.set(levels, levelsAt);
  words.set(across.first, firstAt >> 2);
  words.set(across.share, shareAt >> 2);
  const { reach, runs } = marked;
  for (let y = 0; y < height; y += 1) {
    const start = y * width * channels;
    const row = raster.samples.subarray(start, start + width * channels);
    const isBare = runs.rowStart[Math.max(0, y - reach)] === runs.rowStart[Math.min(height, y + reach + 1)];
    if (isBare) {
      samples.set(row, start);
      continue;
    }
    heap.set(row, pixelsAt);
    lifted.moveTo(y);
    const upper = levelsAt + down.first[y]! * columns * 3;
    const lower = levelsAt + Math.min(rows - 1, down.first[y]! + 1) * columns * 3;
    const near = [lifted.at, lifted.stride, lifted.rows, lifted.stays] as const;
    const paper = [upper, lower, columns, down.share[y]!, firstAt, shareAt, scratch] as const;
    scanKernel().fillRow(pixelsAt, width, channels, ...near, ...paper);
    samples.set(heap.subarray(pixelsAt, pixelsAt + width * channels), start);
  }
  return { ...raster, samples };
}

/**
 * Rows of bytes that mark runs: lifted ones of all rows within reach, and those that stay in the row itself.
 * Rows must be visited in order.
 */
function rowsOfRuns(
  memory: Layout,
  { runs: { from, to, rowStart }, kinds, reach }: MarkedRuns,
  width: number,
  height: number,
  which: 'lifted' | 'lifted and staying',
) {
  const kernel = scanKernel();
  const rows = 2 * reach + 1;
  const stride = (width + 15) & ~15;
  const at = memory.place(stride * rows);
  const stays = memory.place(stride);
  const mostRuns = rowStart.reduce((most, start, y) => Math.max(most, start - (rowStart[y - 1] ?? 0)), 0);
  const runsAt = memory.place(mostRuns * 8);
  const kindsAt = memory.place(mostRuns);
  const heap = memory.heapOf(kernel.memory);
  const words = new Int32Array(heap.buffer);
  const mark = (row: number, kind: number, around: number, out: number) => {
    heap.fill(0, out, out + stride);
    if (row >= height) return;
    const [start, end] = [rowStart[row]!, rowStart[row + 1]!];
    for (let run = start, word = runsAt >> 2; run < end; run += 1, word += 2) {
      words[word] = from[run]!;
      words[word + 1] = to[run]!;
    }
    heap.set(kinds.subarray(start, end), kindsAt);
    kernel.markRuns(runsAt, kindsAt, end - start, kind, around, width, out);
  };
  heap.fill(0, at, at + stride * rows);
  let marked = 0;
  const moveTo = (y: number) => {
    for (; marked <= y + reach; marked += 1) mark(marked, LIFTED, reach, at + (marked % rows) * stride);
    if (which === 'lifted and staying') mark(y, STAYING, 0, stays);
  };
  return { heap, at, stride, rows, stays, moveTo };
}
