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
