import type { Raster } from '../pixels/raster.ts';
import { Layout } from '../wasm/kernel.ts';
import { scanKernel } from './kernel.ts';

/** One plane of levels, rows without padding. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly levels: Uint8Array;
}

/** Pixels in WASM memory at a time. */
const STRIP_PIXELS = 1 << 14;

/** Rec. 601 in integers: 77, 150 and 29 of 256. A gray raster is its own luma. */
export function lumaOf({ channels, samples }: Raster): Uint8Array {
  if (channels === 1) return samples;
  const kernel = scanKernel();
  const memory = new Layout();
  const from = memory.place(STRIP_PIXELS * 3);
  const to = memory.place(STRIP_PIXELS);
  const heap = memory.heapOf(kernel.memory);
  const out = new Uint8Array(samples.length / 3);
  for (let first = 0; first < out.length; first += STRIP_PIXELS) {
    const pixels = Math.min(STRIP_PIXELS, out.length - first);
    heap.set(samples.subarray(first * 3, (first + pixels) * 3), from);
    kernel.lumaRow(from, pixels, to);
    out.set(heap.subarray(to, to + pixels), first);
  }
  return out;
}

/** Rows that the cubic looks at: two above, its own, two below. */
const CUBIC_ROWS = 5;

/**
 * Twice the pixels along both axes, by a cubic (Catmull-Rom in 128ths): edges of letters stay as sharp as they were,
 * without steps.
 */
export function doubled({ width, height, levels }: Plane): Plane {
  const kernel = scanKernel();
  const memory = new Layout();
  const rowAt = memory.place(width + 4) + 2;
  const wide = Array.from({ length: CUBIC_ROWS }, () => memory.place(width * 2));
  const upper = memory.place(width * 2);
  const lower = memory.place(width * 2);
  const heap = memory.heapOf(kernel.memory);
  const out = new Uint8Array(width * 2 * height * 2);
  const widen = (y: number) => {
    heap.set(levels.subarray(y * width, (y + 1) * width), rowAt);
    heap.fill(heap[rowAt], rowAt - 2, rowAt);
    heap.fill(heap[rowAt + width - 1], rowAt + width, rowAt + width + 2);
    kernel.doubleRow(rowAt, width, wide[y % CUBIC_ROWS]);
  };
  const wideRow = (y: number) => wide[Math.max(0, Math.min(height - 1, y)) % CUBIC_ROWS];
  let widened = 0;
  for (let y = 0; y < height; y += 1) {
    for (; widened <= Math.min(height - 1, y + 2); widened += 1) widen(widened);
    const rows = [wideRow(y - 2), wideRow(y - 1), wideRow(y), wideRow(y + 1), wideRow(y + 2)] as const;
    kernel.doubleColumns(...rows, width * 2, upper, lower);
    out.set(heap.subarray(upper, upper + width * 2), y * 4 * width);
    out.set(heap.subarray(lower, lower + width * 2), (y * 4 + 2) * width);
  }
  return { width: width * 2, height: height * 2, levels: out };
}
