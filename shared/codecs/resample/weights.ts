/** Fractional bits of a weight; a sum of 255 * 2^14 * 1.5 is well inside 32 bits. */
export const WEIGHT_BITS = 14;
const ONE = 1 << WEIGHT_BITS;

/** Input samples of one output sample; the weights add up to exactly 2^14. */
export interface Kernel {
  readonly first: number;
  readonly weights: Int32Array;
}

const LOBES = 3;

/**
 * Returns one kernel per output sample. They use +, -, * and / alone, so they are the same in every engine.
 * @param span width of the image in samples; less than `inputSize` if it ends inside the last one
 */
export function kernels(inputSize: number, outputSize: number, span: number): Kernel[] {
  const scale = span / outputSize;
  return Array.from({ length: outputSize }, (_, index) => {
    if (span === outputSize) return { first: index, weights: Int32Array.of(ONE) };
    const center = (index + 0.5) * scale;
    const first = Math.max(0, Math.floor(center - LOBES * scale));
    const end = Math.min(inputSize, Math.ceil(center + LOBES * scale));
    return { first, weights: integerWeights(first + 0.5 - center, scale, end - first) };
  });
}

/** Weights for samples at `start`, `start + 1`, … from the center, with lobes of `scale` samples. */
function integerWeights(start: number, scale: number, taps: number): Int32Array {
  const raw = new Float64Array(taps);
  let total = 0;
  for (let tap = 0; tap < taps; tap += 1) {
    raw[tap] = lanczosAt((start + tap) / scale);
    total += raw[tap]!;
  }
  const weights = new Int32Array(taps);
  let rest = ONE;
  let middle = 0;
  for (let tap = 0; tap < taps; tap += 1) {
    weights[tap] = Math.round((raw[tap]! / total) * ONE);
    rest -= weights[tap]!;
    if (weights[tap]! > weights[middle]!) middle = tap;
  }
  weights[middle]! += rest;
  return weights;
}

/** sinc(x) * sinc(x / 3) inside three lobes. */
function lanczosAt(x: number): number {
  const distance = Math.abs(x);
  if (distance >= LOBES) return 0;
  if (distance < 1e-6) return 1;
  return (LOBES * sinPi(distance) * sinPi(distance / LOBES)) / (PI * PI * distance * distance);
}

const PI = Math.PI;

/** sin(pi x) for 0 <= x < 3, by its own series: Math.sin may differ in the last bit between engines. */
function sinPi(x: number): number {
  const whole = Math.floor(x);
  const part = x - whole;
  const angle = PI * (part > 0.5 ? 1 - part : part);
  const square = angle * angle;
  let factor = 0;
  for (let term = SERIES.length - 1; term >= 0; term -= 1) factor = SERIES[term]! + square * factor;
  return whole % 2 === 0 ? angle * factor : -angle * factor;
}

/** 1, -1/3!, 1/5!, …: the next one would be below 2^-53 of sin(pi / 2). */
const SERIES = seriesOfSine();

function seriesOfSine(): Float64Array {
  const series = new Float64Array(10).fill(1);
  for (let term = 1; term < series.length; term += 1) {
    series[term] = -series[term - 1]! / (2 * term * (2 * term + 1));
  }
  return series;
}
