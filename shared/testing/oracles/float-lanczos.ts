import type { Raster } from '../../codecs/pixels/raster.ts';

/**
 * Lanczos 3 in float64, straight from its definition: every output sample is a weighted mean of all samples
 * within three lobes around its center, with lobes as wide as an output sample. No rounding and no averaging
 * before.
 */

const LOBES = 3;

/** The first input sample of an output sample, and the weights, which add up to 1. */
export interface FloatKernel {
  readonly first: number;
  readonly weights: readonly number[];
}

/** One per output sample; samples outside the image have no weight. */
export function floatKernels(inputSize: number, outputSize: number): FloatKernel[] {
  const lobe = inputSize / outputSize;
  return Array.from({ length: outputSize }, (_, index) => {
    const center = (index + 0.5) * lobe;
    const first = Math.max(0, Math.ceil(center - LOBES * lobe - 0.5));
    const last = Math.min(inputSize - 1, Math.floor(center + LOBES * lobe - 0.5));
    const inside = Array.from({ length: last - first + 1 }, (_, tap) => first + tap);
    const raw = inside.map((sample) => lanczosOf((sample + 0.5 - center) / lobe));
    const total = raw.reduce((sum, weight) => sum + weight, 0);
    return { first, weights: raw.map((weight) => weight / total) };
  });
}

/** The samples of the smaller image, neither rounded nor clamped. */
export function floatLanczos(source: Raster, width: number, height: number): Float64Array {
  const { channels } = source;
  const across = floatKernels(source.width, width);
  const down = floatKernels(source.height, height);
  const narrow = new Float64Array(width * source.height * channels);
  for (let y = 0; y < source.height; y += 1) {
    for (const [x, { first, weights }] of across.entries()) {
      for (let channel = 0; channel < channels; channel += 1) {
        const at = (y * source.width + first) * channels + channel;
        narrow[(y * width + x) * channels + channel] = weights.reduce(
          (sum, weight, tap) => sum + weight * source.samples[at + tap * channels]!,
          0,
        );
      }
    }
  }
  const stride = width * channels;
  const out = new Float64Array(stride * height);
  for (const [y, { first, weights }] of down.entries()) {
    for (let i = 0; i < stride; i += 1) {
      out[y * stride + i] = weights.reduce(
        (sum, weight, tap) => sum + weight * narrow[(first + tap) * stride + i]!,
        0,
      );
    }
  }
  return out;
}

/** Error of 8-bit samples relative to the exact ones, in levels. */
export function errorsOf(
  samples: Uint8Array,
  exact: Float64Array,
): { readonly worst: number; readonly mean: number } {
  if (samples.length !== exact.length) throw new Error('two pictures of different sizes');
  let worst = 0;
  let total = 0;
  for (const [at, sample] of samples.entries()) {
    const error = Math.abs(sample - Math.min(255, Math.max(0, exact[at]!)));
    worst = Math.max(worst, error);
    total += error;
  }
  return { worst, mean: total / samples.length };
}

function lanczosOf(x: number): number {
  return sinc(x) * sinc(x / LOBES);
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}
