import type { Raster } from '../pixels/raster.ts';
import { Layout } from '../wasm/kernel.ts';
import { scanKernel } from './kernel.ts';
import { TILE } from './tile-facts.ts';

/** Marks on a background image, by pixel. */
export interface MarkedPaper {
  /** Coverage of each pixel by ink; differences within `reach` pixels of it are ignored. */
  readonly covers: readonly Uint16Array[];
  readonly reach: number;
  /** 1 for ink that stays in the background, 2 for specks. */
  readonly stays: Uint8Array;
  /** 1 for thin lines. */
  readonly thin: Uint8Array;
}

/** One per tile, row by row. In levels of the worst channel, summed over the 3 x 3 pixels around each. */
export interface PaperDifferences {
  /** The largest absolute difference. */
  readonly most: Int32Array;
  /** Sum of absolute differences. */
  readonly sum: Int32Array;
  /** Number of pixels in the sum: those without ink nearby. */
  readonly pixels: Int32Array;
  /** Pixels of remaining ink and specks. */
  readonly ink: Int32Array;
  readonly specks: Int32Array;
  /** Pixels of thin lines without ink nearby. */
  readonly lines: Int32Array;
}

/** Counters of the kernel per tile, in the order above. */
const TALLIES = 6;
/** Rows over which a difference is summed. */
const SUMMED_ROWS = 3;

/** Compares two images of the same size and kind. */
export function paperDifferences(fine: Raster, coarse: Raster, marks: MarkedPaper): PaperDifferences {
  const { width, height, channels } = fine;
  const kernel = scanKernel();
  const memory = new Layout();
  const bytes = width * channels;
  const [fineAt, coarseAt] = [memory.place(bytes), memory.place(bytes)];
  const [staysAt, thinAt] = [memory.place(width), memory.place(width)];
  const scratch = memory.place((width + 2) * 2);
  const sumsBytes = (width * 2 + 15) & ~15;
  const sums = memory.place(sumsBytes * SUMMED_ROWS);
  const columns = Math.ceil(width / TILE);
  const talliesAt = memory.place(columns * TALLIES * 4);
  const { heap, ...near } = rowsNearInk(memory, marks, width, height);
  const tallies = new Int32Array(heap.buffer, talliesAt, columns * TALLIES);
  const sumsAt = (y: number) => sums + (y % SUMMED_ROWS) * sumsBytes;
  const place = (samples: Uint8Array, y: number, size: number, at: number) =>
    heap.set(samples.subarray(y * size, (y + 1) * size), at);
  const differ = (y: number) => {
    place(fine.samples, y, bytes, fineAt);
    place(coarse.samples, y, bytes, coarseAt);
    kernel.differenceRow(fineAt, coarseAt, width, channels, scratch, sumsAt(y));
  };
  const tally = (y: number) => {
    near.moveTo(y);
    place(marks.stays, y, width, staysAt);
    place(marks.thin, y, width, thinAt);
    // Edge pixels are repeated: a shadow there is as wide as the scanner saw it.
    const [above, below] = [sumsAt(Math.max(0, y - 1)), sumsAt(Math.min(height - 1, y + 1))];
    const ink = [near.at, near.stride, near.rows] as const;
    kernel.tallyRow(above, sumsAt(y), below, ...ink, staysAt, thinAt, width, scratch, talliesAt);
  };
  const found = emptyDifferences(columns * Math.ceil(height / TILE));
  differ(0);
  for (let y = 0; y < height; y += 1) {
    if (y % TILE === 0) tallies.fill(0);
    if (y + 1 < height) differ(y + 1);
    tally(y);
    const isLast = y % TILE === TILE - 1 || y + 1 === height;
    if (isLast) keep(tallies, found, Math.trunc(y / TILE) * columns);
  }
  return found;
}

function emptyDifferences(tiles: number): PaperDifferences {
  const counts = () => new Int32Array(tiles);
  return {
    most: counts(),
    sum: counts(),
    pixels: counts(),
    ink: counts(),
    specks: counts(),
    lines: counts(),
  };
}

/** Stores the results of a row of tiles. */
function keep(tallies: Int32Array, found: PaperDifferences, first: number): void {
  const { most, sum, pixels, ink, specks, lines } = found;
  for (let at = 0, tile = first; at < tallies.length; at += TALLIES, tile += 1) {
    most[tile] = tallies[at]!;
    sum[tile] = tallies[at + 1]!;
    pixels[tile] = tallies[at + 2]!;
    ink[tile] = tallies[at + 3]!;
    specks[tile] = tallies[at + 4]!;
    lines[tile] = tallies[at + 5]!;
  }
}

/** Unmarked bytes before and after a row; more than the reach. */
const MARGIN = 16;

/**
 * Rows of bytes that mark pixels near ink along the row, as many as the reach above and below. Rows must be
 * visited in order.
 */
function rowsNearInk(memory: Layout, { covers, reach }: MarkedPaper, width: number, height: number) {
  const kernel = scanKernel();
  const rows = 2 * reach + 1;
  const stride = (width + 15) & ~15;
  const at = memory.place(stride * rows);
  const marked = memory.place(stride + 2 * MARGIN) + MARGIN;
  const coversAt = memory.place(stride * 2);
  const heap = memory.heapOf(kernel.memory);
  const halves = new Uint16Array(heap.buffer, coversAt, stride).fill(0);
  heap.fill(0, at, at + stride * rows);
  heap.fill(0, marked - MARGIN, marked + stride + MARGIN);
  const mark = (row: number, out: number) => {
    heap.fill(0, marked, marked + stride);
    for (const cover of row < height ? covers : []) {
      halves.set(cover.subarray(row * width, (row + 1) * width));
      kernel.inkRow(coversAt, width, marked);
    }
    kernel.reachRow(marked, width, reach, out);
  };
  let next = 0;
  const moveTo = (y: number) => {
    for (; next <= y + reach; next += 1) mark(next, at + (next % rows) * stride);
  };
  return { heap, at, stride, rows, moveTo };
}
