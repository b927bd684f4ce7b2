import type { Raster } from '../../codecs/pixels/raster.ts';
import { floatKernels } from './float-lanczos.ts';

/** Fractional bits of a weight. */
const WEIGHT_BITS = 14;
/** Fractional bits between the two passes, so that rounding happens once. */
const MIDDLE_BITS = 5;
const ROUNDING = 1 << (WEIGHT_BITS + MIDDLE_BITS - 1);

/** Lanczos 3 in plain arithmetic; `lanczos` of the codecs must equal it. */
export function plainLanczos(source: Raster, width: number, height: number): Raster {
  const { channels } = source;
  const vertical = integerKernels(source.height, height);
  const horizontal = integerKernels(source.width, width);
  const stride = source.width * channels;
  const sums = new Int32Array(stride);
  const out = new Uint8Array(width * height * channels);
  for (let y = 0; y < height; y += 1) {
    // Vertical first: whole rows are added in memory order.
    sums.fill(1 << (WEIGHT_BITS - MIDDLE_BITS - 1));
    const { first, weights } = vertical[y]!;
    let tap = 0;
    for (; tap + 4 <= weights.length; tap += 4) {
      addFourRows(source.samples, (first + tap) * stride, stride, weights.subarray(tap, tap + 4), sums);
    }
    for (; tap < weights.length; tap += 1)
      addRow(source.samples, (first + tap) * stride, weights[tap]!, sums);
    for (let i = 0; i < stride; i += 1) sums[i]! >>= WEIGHT_BITS - MIDDLE_BITS;
    reduceRow(sums, horizontal, channels, out, y * width * channels);
  }
  return { width, height, channels, samples: out };
}

interface Kernel {
  readonly first: number;
  readonly weights: Int32Array;
}

/** The exact weights in steps of 2^-14; the rounding remainder of 1 is added to the first of the largest. */
function integerKernels(inputSize: number, outputSize: number): Kernel[] {
  return floatKernels(inputSize, outputSize).map(({ first, weights: exact }) => {
    const weights = Int32Array.from(exact, (weight) => Math.round(weight * 2 ** WEIGHT_BITS));
    const rest = 2 ** WEIGHT_BITS - weights.reduce((sum, weight) => sum + weight, 0);
    weights[weights.indexOf(Math.max(...weights))]! += rest;
    return { first, weights };
  });
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
    sums[i]! +=
      w0! * samples[start + i]! +
      w1! * samples[start1 + i]! +
      w2! * samples[start2 + i]! +
      w3! * samples[start3 + i]!;
  }
}

function addRow(samples: Uint8Array, start: number, weight: number, sums: Int32Array): void {
  const length = sums.length;
  for (let i = 0; i < length; i += 1) sums[i]! += weight * samples[start + i]!;
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
        const weight = weights[tap]!;
        red += weight * row[at]!;
        green += weight * row[at + 1]!;
        blue += weight * row[at + 2]!;
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
      for (let tap = 0; tap < weights.length; tap += 1, at += channels) sum += weights[tap]! * row[at]!;
      out[to++] = clamped(sum);
    }
  }
}

function clamped(sum: number): number {
  const value = sum >> (WEIGHT_BITS + MIDDLE_BITS);
  return value < 0 ? 0 : value > 255 ? 255 : value;
}
