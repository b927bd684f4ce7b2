import type { Raster } from './raster.ts';

/**
 * Downsampling by Lanczos 3 in the samples' own encoding, after a whole-number box reduction where the factor is
 * large. No gamma correction: viewers reduce images on screen in the same encoding, so it stays nearest to what
 * the page looked like before. Weights come from +, -, * and / alone and are rounded to integers, so every
 * engine gives the same bytes.
 */

/** The raster at a smaller (or equal) size. */
export function downsample(source: Raster, width: number, height: number): Raster {
  // Lanczos over 2.5 input pixels per output pixel is enough; what is above is averaged first, at a fifth of the time.
  const boxX = Math.max(1, Math.floor(source.width / width / BOX_LEAVES));
  const boxY = Math.max(1, Math.floor(source.height / height / BOX_LEAVES));
  const reduced = boxX > 1 || boxY > 1 ? boxReduce(source, boxX, boxY) : source;
  return lanczos(reduced, width, height);
}

const BOX_LEAVES = 2.5;

/** Averages blocks of `boxX` by `boxY`; blocks at the right and lower edge may be cut. */
function boxReduce(source: Raster, boxX: number, boxY: number): Raster {
  const { channels, samples } = source;
  const width = Math.ceil(source.width / boxX);
  const height = Math.ceil(source.height / boxY);
  const out = new Uint8Array(width * height * channels);
  const sums = new Uint32Array(width * channels);
  const stride = source.width * channels;
  for (let y = 0; y < height; y += 1) {
    const lastRow = Math.min(source.height, (y + 1) * boxY);
    sums.fill(0);
    for (let row = y * boxY; row < lastRow; row += 1)
      addBlocks(samples, row * stride, source.width, boxX, channels, sums);
    const rows = lastRow - y * boxY;
    for (let x = 0; x < width; x += 1) {
      const count = rows * Math.min(boxX, source.width - x * boxX);
      const at = x * channels;
      const to = y * width * channels + at;
      for (let channel = 0; channel < channels; channel += 1) {
        out[to + channel] = (sums[at + channel] + (count >> 1)) / count;
      }
    }
  }
  return { width, height, channels, samples: out };
}

function addBlocks(
  samples: Uint8Array,
  start: number,
  width: number,
  box: number,
  channels: number,
  sums: Uint32Array,
): void {
  let at = start;
  let to = 0;
  for (let x = 0; x < width; to += channels) {
    const end = Math.min(width, x + box);
    for (; x < end; x += 1) {
      for (let channel = 0; channel < channels; channel += 1) sums[to + channel] += samples[at++];
    }
  }
}

/** Fraction bits of a weight; a sum of 255 * 2^14 * 1.5 stays well inside 32 bits. */
const WEIGHT_BITS = 14;
const ONE = 1 << WEIGHT_BITS;
/** The rows between the two passes keep this many fraction bits, so that rounding happens once. */
const MIDDLE_BITS = 5;
const ROUNDING = 1 << (WEIGHT_BITS + MIDDLE_BITS - 1);

function lanczos(source: Raster, width: number, height: number): Raster {
  const { channels } = source;
  const vertical = kernels(source.height, height);
  const horizontal = kernels(source.width, width);
  const stride = source.width * channels;
  const sums = new Int32Array(stride);
  const out = new Uint8Array(width * height * channels);
  for (let y = 0; y < height; y += 1) {
    // Vertical first: whole rows are added up in the order they lie in memory.
    sums.fill(1 << (WEIGHT_BITS - MIDDLE_BITS - 1));
    const { first, weights } = vertical[y];
    let tap = 0;
    for (; tap + 4 <= weights.length; tap += 4) {
      addFourRows(source.samples, (first + tap) * stride, stride, weights.subarray(tap, tap + 4), sums);
    }
    for (; tap < weights.length; tap += 1) addRow(source.samples, (first + tap) * stride, weights[tap], sums);
    for (let i = 0; i < stride; i += 1) sums[i] >>= WEIGHT_BITS - MIDDLE_BITS;
    reduceRow(sums, horizontal, channels, out, y * width * channels);
  }
  return { width, height, channels, samples: out };
}

/** Four at a time: most of the cost is in loading and storing the sums. */
function addFourRows(
  samples: Uint8Array,
  start: number,
  stride: number,
  weights: Int32Array,
  sums: Int32Array,
): void {
  const [w0, w1, w2, w3] = weights;
  const start1 = start + stride;
  const start2 = start1 + stride;
  const start3 = start2 + stride;
  for (let i = 0; i < stride; i += 1) {
    sums[i] +=
      w0 * samples[start + i] +
      w1 * samples[start1 + i] +
      w2 * samples[start2 + i] +
      w3 * samples[start3 + i];
  }
}

function addRow(samples: Uint8Array, start: number, weight: number, sums: Int32Array): void {
  const length = sums.length;
  for (let i = 0; i < length; i += 1) sums[i] += weight * samples[start + i];
}

function reduceRow(
  row: Int32Array,
  kernelsOfRow: readonly Kernel[],
  channels: number,
  out: Uint8Array,
  start: number,
): void {
  let to = start;
  for (const { first, weights } of kernelsOfRow) {
    if (channels === 3) {
      let red = ROUNDING;
      let green = ROUNDING;
      let blue = ROUNDING;
      for (let tap = 0, at = first * 3; tap < weights.length; tap += 1, at += 3) {
        const weight = weights[tap];
        red += weight * row[at];
        green += weight * row[at + 1];
        blue += weight * row[at + 2];
      }
      out[to] = clamped(red);
      out[to + 1] = clamped(green);
      out[to + 2] = clamped(blue);
      to += 3;
      continue;
    }
    for (let channel = 0; channel < channels; channel += 1) {
      let sum = ROUNDING;
      let at = first * channels + channel;
      for (let tap = 0; tap < weights.length; tap += 1, at += channels) sum += weights[tap] * row[at];
      out[to++] = clamped(sum);
    }
  }
}

function clamped(sum: number): number {
  const value = sum >> (WEIGHT_BITS + MIDDLE_BITS);
  return value < 0 ? 0 : value > 255 ? 255 : value;
}

/** Which input samples make one output sample; the weights add up to exactly 2^14. */
interface Kernel {
  readonly first: number;
  readonly weights: Int32Array;
}

const LOBES = 3;

function kernels(inputSize: number, outputSize: number): Kernel[] {
  const scale = inputSize / outputSize;
  return Array.from({ length: outputSize }, (_, index) => {
    if (inputSize === outputSize) return { first: index, weights: Int32Array.of(ONE) };
    const center = (index + 0.5) * scale;
    const first = Math.max(0, Math.floor(center - LOBES * scale));
    const end = Math.min(inputSize, Math.ceil(center + LOBES * scale));
    const raw = Array.from({ length: end - first }, (_, tap) =>
      lanczosAt((first + tap + 0.5 - center) / scale),
    );
    return { first, weights: integerWeights(raw) };
  });
}

function integerWeights(raw: readonly number[]): Int32Array {
  const total = raw.reduce((sum, weight) => sum + weight, 0);
  const weights = Int32Array.from(raw, (weight) => Math.round((weight / total) * ONE));
  const rest = ONE - weights.reduce((sum, weight) => sum + weight, 0);
  const middle = weights.indexOf(weights.reduce((most, weight) => Math.max(most, weight)));
  weights[middle] += rest;
  return weights;
}

/** sinc(x) * sinc(x / 3) inside three lobes. */
function lanczosAt(x: number): number {
  const distance = Math.abs(x);
  if (distance >= LOBES) return 0;
  return sinc(distance) * sinc(distance / LOBES);
}

const PI = Math.PI;

/** sin(pi x) / (pi x) for 0 <= x < 3. */
function sinc(x: number): number {
  if (x < 1e-6) return 1;
  return sinPi(x) / (PI * x);
}

/** sin(pi x) by its own series: Math.sin may differ in the last bit between engines. */
function sinPi(x: number): number {
  const whole = Math.floor(x);
  const part = x - whole;
  const folded = part > 0.5 ? 1 - part : part;
  const angle = PI * folded;
  const square = angle * angle;
  let term = angle;
  let total = angle;
  for (let n = 2; n <= 18; n += 2) {
    term = (-term * square) / (n * (n + 1));
    total += term;
  }
  return whole % 2 === 0 ? total : -total;
}
