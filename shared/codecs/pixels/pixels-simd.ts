import { type KernelExports, Layout, lazyKernel } from '../wasm/kernel.ts';
import { PIXELS_WASM } from '../wasm/pixels-bytes.ts';

/** From pixels at an address, so many of them, to another address. */
type Turn = (at: number, pixels: number, out: number) => void;

/** What `codecs/simd/pixels-kernel.ts` exports; arguments are addresses and counts. */
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
    places: number,
    slots: number,
    colors: number,
    counts: number,
  ) => number;
}

const pixelKernel = lazyKernel<PixelKernel>(PIXELS_WASM);

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

/** The pixels in another form. */
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

/** True when each RGB pixel has three equal samples. */
export function areGrayPixels(samples: Uint8Array): boolean {
  const kernel = pixelKernel();
  const memory = new Layout();
  const fromAt = memory.place(STRIP_PIXELS * 3);
  const heap = memory.heapOf(kernel.memory);
  const pixels = Math.floor(samples.length / 3);
  // Most pictures with colour show it soon.
  for (let first = 0, strip = 64; first < pixels; first += strip, strip = STRIP_PIXELS) {
    const count = Math.min(strip, pixels - first);
    heap.set(samples.subarray(first * 3, (first + count) * 3), fromAt);
    if (kernel.areGray(fromAt, count) === 0) return false;
  }
  return true;
}

/** The pixels that indexes stand for; `table` has `channels` bytes for each entry. */
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

export interface CountedTones {
  /** In the order of their first pixels: gray levels, or 8 bits for each of red, green and blue. */
  readonly colors: Uint32Array;
  /** Pixels of each. */
  readonly counts: Uint32Array;
  /** For each pixel the number of its tone. */
  readonly places: Uint16Array;
}

const SLOTS = 1 << 17;

/** Every colour of gray or RGB pixels; null where another one follows on more than `most` (60,000 or less). */
export function countedTones(samples: Uint8Array, channels: 1 | 3, most: number): CountedTones | null {
  const kernel = pixelKernel();
  const memory = new Layout();
  const slotsAt = memory.place(SLOTS * 8);
  const colorsAt = memory.place((most + 2) * 4);
  const countsAt = memory.place((most + 2) * 4);
  const fromAt = memory.place(STRIP_PIXELS * channels);
  const placesAt = memory.place(STRIP_PIXELS * 2);
  const heap = memory.heapOf(kernel.memory);
  heap.fill(0, slotsAt, slotsAt + SLOTS * 8);
  kernel.resetTones();
  const pixels = Math.floor(samples.length / channels);
  const places = new Uint16Array(pixels);
  let tones = 0;
  for (let first = 0; first < pixels; first += STRIP_PIXELS) {
    const count = Math.min(STRIP_PIXELS, pixels - first);
    heap.set(samples.subarray(first * channels, (first + count) * channels), fromAt);
    tones = kernel.countTones(fromAt, count, channels, most, placesAt, slotsAt, colorsAt, countsAt);
    if (tones < 0) return null;
    places.set(new Uint16Array(heap.buffer, placesAt, count), first);
  }
  const words = (at: number) => new Uint32Array(heap.buffer, at, tones).slice();
  return { colors: words(colorsAt), counts: words(countsAt), places };
}
