import { Layout } from '../wasm/kernel.ts';
import { scanKernel } from './kernel.ts';
import type { Plane } from './planes.ts';

/** Levels of square blocks, row by row. */
export interface BlockLevels {
  readonly columns: number;
  readonly rows: number;
  /** Level that a fifth of the block's pixels reach: the background, unless ink covers nearly all of it. */
  readonly bright: Uint8Array;
  readonly darkest: Uint8Array;
}

/** @param block side of a block in pixels, at most 16 */
export function blockLevels({ width, height, levels }: Plane, block: number): BlockLevels {
  const columns = Math.ceil(width / block);
  const rows = Math.ceil(height / block);
  const kernel = scanKernel();
  const memory = new Layout();
  const pixelsAt = memory.place(width * block);
  const brightAt = memory.place(columns);
  const darkestAt = memory.place(columns);
  const heap = memory.heapOf(kernel.memory);
  const bright = new Uint8Array(columns * rows);
  const darkest = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row += 1) {
    const top = row * block;
    const down = Math.min(height, top + block) - top;
    heap.set(levels.subarray(top * width, (top + down) * width), pixelsAt);
    kernel.blockRow(pixelsAt, width, width, down, block, brightAt, darkestAt);
    bright.set(heap.subarray(brightAt, brightAt + columns), row * columns);
    darkest.set(heap.subarray(darkestAt, darkestAt + columns), row * columns);
  }
  return { columns, rows, bright, darkest };
}
