import type { Raster } from '../pixels/raster.ts';
import { Layout } from '../wasm/kernel.ts';
import { betweenPixels } from './between.ts';
import { scanKernel } from './kernel.ts';

/** Rounded means of whole squares of `factor` (at most 7) pixels. */
export function squareMeans(source: Raster, factor: number, width: number, height: number): Raster {
  const { channels } = source;
  const kernel = scanKernel();
  const stride = source.width * channels;
  const memory = new Layout();
  const from = memory.place(stride * factor);
  const scratch = memory.place(stride * 2);
  const to = memory.place(width * channels);
  const heap = memory.heapOf(kernel.memory);
  const samples = new Uint8Array(width * height * channels);
  for (let y = 0; y < height; y += 1) {
    heap.set(source.samples.subarray(y * factor * stride, (y + 1) * factor * stride), from);
    kernel.meanRow(from, stride, factor, channels, width, scratch, to);
    samples.set(heap.subarray(to, to + width * channels), y * width * channels);
  }
  return { width, height, channels, samples };
}

/**
 * Enlarges an image by linear interpolation between pixel centers, like readers.
 * @param span number of its pixels that the new width and height correspond to
 */
export function enlarged(
  picture: Raster,
  size: { readonly width: number; readonly height: number },
  span: { readonly width: number; readonly height: number },
): Raster {
  const { channels } = picture;
  const { width, height } = size;
  const kernel = scanKernel();
  const stride = picture.width * channels;
  const memory = new Layout();
  const rows = [memory.place(stride + channels), memory.place(stride + channels)] as const;
  const [firstAt, shareAt] = [memory.place(width * 4), memory.place(width * 4)];
  const to = memory.place(width * channels);
  const heap = memory.heapOf(kernel.memory);
  const words = new Int32Array(heap.buffer);
  const across = betweenPixels(width, span.width, picture.width);
  const down = betweenPixels(height, span.height, picture.height);
  words.set(across.first, firstAt >> 2);
  words.set(across.share, shareAt >> 2);
  const place = (row: number, at: number) => {
    const end = (row + 1) * stride;
    heap.set(picture.samples.subarray(end - stride, end), at);
    heap.set(picture.samples.subarray(end - channels, end), at + stride);
  };
  const samples = new Uint8Array(width * height * channels);
  for (let y = 0; y < height; y += 1) {
    place(down.first[y]!, rows[0]);
    place(Math.min(picture.height - 1, down.first[y]! + 1), rows[1]);
    kernel.enlargeRow(...rows, down.share[y]!, firstAt, shareAt, width, channels, to);
    samples.set(heap.subarray(to, to + width * channels), y * width * channels);
  }
  return { width, height, channels, samples };
}

/** A colored layer over an image: coverage per pixel, and its color. */
export interface Cover {
  readonly covers: Uint16Array;
  /** Three levels. */
  readonly color: readonly [number, number, number];
}

/** Blends adjacent colors onto the image; `full` covers a whole pixel. */
export function blended(picture: Raster, given: readonly Cover[], full: number): Raster {
  const { width, height, channels } = picture;
  const kernel = scanKernel();
  const memory = new Layout();
  const pixelsAt = memory.place(width * channels);
  const coverBytes = (width * 2 + 15) & ~15;
  const coversAt = memory.place(coverBytes * given.length);
  const heap = memory.heapOf(kernel.memory);
  const halves = new Uint16Array(heap.buffer);
  const samples = new Uint8Array(picture.samples.length);
  const colors = given.map(({ covers, color: [red, green, blue] }, index) => ({
    covers,
    packed: red | (green << 8) | (blue << 16),
    at: coversAt + index * coverBytes,
    later: given.length - 1 - index,
  }));
  for (let y = 0; y < height; y += 1) {
    const start = y * width * channels;
    heap.set(picture.samples.subarray(start, start + width * channels), pixelsAt);
    for (const { covers, at } of colors) halves.set(covers.subarray(y * width, (y + 1) * width), at >> 1);
    for (const { packed, at, later } of colors) {
      kernel.blendRow(pixelsAt, at, coverBytes, later, full, width, channels, packed);
    }
    samples.set(heap.subarray(pixelsAt, pixelsAt + width * channels), start);
  }
  return { ...picture, samples };
}
