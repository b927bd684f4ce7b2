import { inflatedModule } from '../wasm/inflated-module.ts';
import { type KernelExports, Layout, lazyKernel } from '../wasm/kernel.ts';
import { DEFLATED_PIXELS_WASM, PIXELS_BYTES } from '../wasm/pixels-bytes.ts';

/** Converts pixels from one address to another. */
type Turn = (at: number, pixels: number, out: number) => void;

/** Exports of `codecs/simd/pixels-kernel.ts`; arguments are addresses and counts. */
interface PixelKernel extends KernelExports {
  readonly rgbToRgba: Turn;
  readonly grayToRgba: Turn;
  readonly rgbaToRgb: Turn;
  readonly firstOfFour: Turn;
  readonly firstOfThree: Turn;
  readonly areGray: (at: number, pixels: number) => number;
  readonly fromTable: (indexes: number, pixels: number, table: number, channels: number, out: number) => void;
  readonly resetTones: () => void;
  readonly countTones: (
    at: number,
    pixels: number,
    channels: number,
    most: number,
    slots: number,
    colors: number,
    counts: number,
  ) => number;
  readonly seatTones: (count: number, slots: number, colors: number, counts: number) => void;
  readonly indexTones: (
    at: number,
    pixels: number,
    channels: number,
    slots: number,
    indexOf: number,
    out: number,
  ) => void;
  readonly nearest: (
    colors: number,
    count: number,
    channels: number,
    centers: number,
    centerCount: number,
    out: number,
  ) => void;
}

const pixelKernel = lazyKernel<PixelKernel>('pixels', () =>
  inflatedModule(DEFLATED_PIXELS_WASM, PIXELS_BYTES),
);

/** Pixels in WASM memory at a time: few enough for the cache. */
const STRIP_PIXELS = 1 << 16;

export type PixelForm = 'rgbToRgba' | 'grayToRgba' | 'rgbaToRgb' | 'firstOfFour' | 'firstOfThree';

const FORM_BYTES: Readonly<Record<PixelForm, readonly [from: number, to: number]>> = {
  rgbToRgba: [3, 4],
  grayToRgba: [1, 4],
  rgbaToRgb: [4, 3],
  firstOfFour: [4, 1],
  firstOfThree: [3, 1],
};

/** Converts the pixels to another form. */
export function turnedPixels(
  samples: Uint8Array | Uint8ClampedArray,
  form: PixelForm,
): Uint8Array<ArrayBuffer> {
  const kernel = pixelKernel();
  const [from, to] = FORM_BYTES[form];
  const memory = new Layout();
  const fromAt = memory.place(STRIP_PIXELS * from);
  const toAt = memory.place(STRIP_PIXELS * to);
  const heap = memory.heapOf(kernel.memory);
  const pixels = Math.floor(samples.length / from);
  const out = new Uint8Array(pixels * to);
  for (let first = 0; first < pixels; first += STRIP_PIXELS) {
    const count = Math.min(STRIP_PIXELS, pixels - first);
    heap.set(samples.subarray(first * from, (first + count) * from), fromAt);
    kernel[form](fromAt, count, toAt);
    out.set(heap.subarray(toAt, toAt + count * to), first * to);
  }
  return out;
}

/** Returns whether each RGB pixel has three equal samples. */
export function areGrayPixels(samples: Uint8Array): boolean {
  const kernel = pixelKernel();
  const memory = new Layout();
  const fromAt = memory.place(STRIP_PIXELS * 3);
  const heap = memory.heapOf(kernel.memory);
  const pixels = Math.floor(samples.length / 3);
  // Most color images show a color early.
  for (let first = 0, strip = 64; first < pixels; first += strip, strip = STRIP_PIXELS) {
    const count = Math.min(strip, pixels - first);
    heap.set(samples.subarray(first * 3, (first + count) * 3), fromAt);
    if (kernel.areGray(fromAt, count) === 0) return false;
  }
  return true;
}

/** Expands indexes to pixels; `table` has `channels` bytes per entry. */
export function pixelsOfIndexes(
  indexes: Uint8Array,
  table: Uint8Array,
  channels: 1 | 3,
): Uint8Array<ArrayBuffer> {
  const kernel = pixelKernel();
  const memory = new Layout();
  const tableAt = memory.place(256 * 4);
  const fromAt = memory.place(STRIP_PIXELS);
  const toAt = memory.place(STRIP_PIXELS * channels);
  const heap = memory.heapOf(kernel.memory);
  for (let entry = 0; entry < 256; entry += 1) {
    for (let channel = 0; channel < channels; channel += 1)
      heap[tableAt + entry * 4 + channel] = table[entry * channels + channel] ?? 0;
  }
  const out = new Uint8Array(indexes.length * channels);
  for (let first = 0; first < indexes.length; first += STRIP_PIXELS) {
    const strip = indexes.subarray(first, first + STRIP_PIXELS);
    heap.set(strip, fromAt);
    kernel.fromTable(fromAt, strip.length, tableAt, channels, toAt);
    out.set(heap.subarray(toAt, toAt + strip.length * channels), first * channels);
  }
  return out;
}

/** The colors of a gray or RGB image. */
export interface Tones {
  /** In order of first appearance: gray levels, or 8 bits for each of red, green and blue. */
  readonly colors: Uint32Array;
  /** Pixels of each color. */
  readonly counts: Uint32Array;
  readonly channels: 1 | 3;
}

const SLOTS = 1 << 17;
const SLOT_BYTES = 8;

/** Returns every color of gray or RGB pixels; null if there are more than `most` (at most 60,000). */
export function countedTones(samples: Uint8Array, channels: 1 | 3, most: number): Tones | null {
  const kernel = pixelKernel();
  const memory = new Layout();
  const slotsAt = memory.place(SLOTS * SLOT_BYTES);
  const colorsAt = memory.place((most + 2) * 4);
  const countsAt = memory.place((most + 2) * 4);
  const fromAt = memory.place(STRIP_PIXELS * channels);
  const heap = memory.heapOf(kernel.memory);
  heap.fill(0, slotsAt, slotsAt + SLOTS * SLOT_BYTES);
  kernel.resetTones();
  let tones = 0;
  for (const strip of stripsOf(samples, channels)) {
    heap.set(strip, fromAt);
    const pixels = strip.length / channels;
    tones = kernel.countTones(fromAt, pixels, channels, most, slotsAt, colorsAt, countsAt);
    if (tones < 0) return null;
  }
  const words = (at: number) => new Uint32Array(heap.buffer, at, tones).slice();
  return { colors: words(colorsAt), counts: words(countsAt), channels };
}

/** Returns a byte per pixel: `indexOf` of its color, which must be one of the tones. */
export function indexedPixels(
  samples: Uint8Array,
  { colors, channels }: Tones,
  indexOf: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const kernel = pixelKernel();
  const memory = new Layout();
  const slotsAt = memory.place(SLOTS * SLOT_BYTES);
  const colorsAt = memory.place(colors.byteLength);
  const countsAt = memory.place(colors.byteLength);
  const indexesAt = memory.place(indexOf.length);
  const fromAt = memory.place(STRIP_PIXELS * channels);
  const toAt = memory.place(STRIP_PIXELS);
  const heap = memory.heapOf(kernel.memory);
  heap.fill(0, slotsAt, slotsAt + SLOTS * SLOT_BYTES);
  new Uint32Array(heap.buffer, colorsAt, colors.length).set(colors);
  heap.set(indexOf, indexesAt);
  kernel.resetTones();
  kernel.seatTones(colors.length, slotsAt, colorsAt, countsAt);
  const indexes = new Uint8Array(Math.floor(samples.length / channels));
  let first = 0;
  for (const strip of stripsOf(samples, channels)) {
    const pixels = strip.length / channels;
    heap.set(strip, fromAt);
    kernel.indexTones(fromAt, pixels, channels, slotsAt, indexesAt, toAt);
    indexes.set(heap.subarray(toAt, toAt + pixels), first);
    first += pixels;
  }
  return indexes;
}

/** Strips of whole pixels that fit into WASM memory. */
function* stripsOf(samples: Uint8Array, channels: number): Generator<Uint8Array> {
  const end = samples.length - (samples.length % channels);
  for (let from = 0; from < end; from += STRIP_PIXELS * channels)
    yield samples.subarray(from, Math.min(end, from + STRIP_PIXELS * channels));
}

/** Returns for each tone the number of the nearest of up to 256 colors, the first of equally near ones. */
export function nearestColors(
  { colors, channels }: Tones,
  centers: readonly (readonly [number, number, number])[],
): Uint8Array<ArrayBuffer> {
  const kernel = pixelKernel();
  const memory = new Layout();
  const centersAt = memory.place(centers.length * 3 * Float64Array.BYTES_PER_ELEMENT);
  const colorsAt = memory.place(colors.byteLength);
  const toAt = memory.place(colors.length);
  const heap = memory.heapOf(kernel.memory);
  new Float64Array(heap.buffer, centersAt, centers.length * 3).set(centers.flat());
  new Uint32Array(heap.buffer, colorsAt, colors.length).set(colors);
  kernel.nearest(colorsAt, colors.length, channels, centersAt, centers.length, toAt);
  return heap.slice(toAt, toAt + colors.length);
}
