import { Layout } from '../wasm/kernel.ts';
import { scanKernel } from './kernel.ts';
import type { Plane } from './planes.ts';

/** Side of a block in pixels. */
export const THIN_BLOCK = 8;
/** Pixels from the middle of a thin line to its surroundings. */
const BESIDE = 2;

/** Blocks with thin lines, row by row; incomplete blocks are skipped. */
export interface ThinLines {
  readonly columns: number;
  readonly rows: number;
  /** 1 for each block with such a line. */
  readonly blocks: Uint8Array;
}

/**
 * Finds horizontal or vertical lines of up to three pixels, however faint: eight pixels of a row or column of
 * a block, darker than the pixels two away on both sides.
 * @param contrast mean difference in levels
 */
export function findThinLines({ width, height, levels }: Plane, contrast: number): ThinLines {
  const columns = Math.trunc(width / THIN_BLOCK);
  const rows = Math.trunc(height / THIN_BLOCK);
  const kernel = scanKernel();
  const pairs = columns + (columns & 1);
  const stride = pairs * THIN_BLOCK + 2 * BESIDE;
  const memory = new Layout();
  const stripAt = memory.place(stride * (THIN_BLOCK + 2 * BESIDE));
  const blocksAt = memory.place(pairs);
  const heap = memory.heapOf(kernel.memory);
  const place = (y: number, at: number) => {
    const start = Math.max(0, Math.min(height - 1, y)) * width;
    heap.set(levels.subarray(start, start + Math.min(width, stride - BESIDE)), at + BESIDE);
    heap.fill(levels[start]!, at, at + BESIDE);
    const end = at + BESIDE + width;
    if (end < at + stride) heap.fill(levels[start + width - 1]!, end, at + stride);
  };
  const blocks = new Uint8Array(columns * rows);
  const first = stripAt + BESIDE * stride + BESIDE;
  for (let row = 0; row < rows; row += 1) {
    for (let y = 0; y < THIN_BLOCK + 2 * BESIDE; y += 1) {
      place(row * THIN_BLOCK + y - BESIDE, stripAt + y * stride);
    }
    kernel.thinBlocks(first, stride, pairs, contrast * THIN_BLOCK, blocksAt);
    blocks.set(heap.subarray(blocksAt, blocksAt + columns), row * columns);
  }
  return { columns, rows, blocks };
}
