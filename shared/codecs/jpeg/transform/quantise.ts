import type { KernelFrame } from '../kernel/kernel-frame.ts';
import { codeLengths } from '../scans/code-lengths.ts';

/**
 * Divides a frame's coefficients, which come 8 times too large from the DCT, by their quantization tables, in
 * place. Each AC value is rounded to the nearest level, one level nearer to zero or to zero, minimizing the
 * block's error plus `lambda` times its bits; bits are those of the codes after plain rounding.
 */
export function quantise({ kernel, components }: KernelFrame, lambda: number): void {
  for (const { coefficients, quantTable } of components) {
    const bits = codeLengths(kernel, plainFrequencies(coefficients, quantTable));
    const block = new BlockQuantiser(quantTable, bits, lambda);
    for (let offset = 0; offset < coefficients.length; offset += 64) block.quantise(coefficients, offset);
  }
}

/** Exact in every engine: magnitudes are small integers. */
function rounded(magnitude: number, divisor: number): number {
  return Math.floor((magnitude + (divisor >> 1)) / divisor);
}

function plainFrequencies(coefficients: Int16Array, quantTable: Uint16Array): Uint32Array {
  // Starts with one of each symbol, so that none is impossible.
  const frequencies = new Uint32Array(256).fill(1);
  for (let offset = 0; offset < coefficients.length; offset += 64) {
    let run = 0;
    for (let k = 1; k < 64; k += 1) {
      const level = rounded(Math.abs(coefficients[offset + k]!), quantTable[k]! * 8);
      if (level === 0) {
        run += 1;
        continue;
      }
      frequencies[0xf0]! += run >> 4;
      frequencies[((run & 15) << 4) | sizeOf(level)]! += 1;
      run = 0;
    }
    if (run > 0) frequencies[0]! += 1;
  }
  return frequencies;
}

/** Bits of a level: its size category (T.81, Table F.2). */
function sizeOf(level: number): number {
  return 32 - Math.clz32(level);
}

/** Finds the cheapest path through a block's nonzero coefficients; holds its working arrays. */
class BlockQuantiser {
  readonly #quantTable: Uint16Array;
  readonly #bits: Uint8Array;
  readonly #lambda: number;
  /** Per step: coefficient index, level, previous step, and cost up to it. Step 0 is the DC. */
  readonly #index = new Uint8Array(64);
  readonly #level = new Int16Array(64);
  readonly #before = new Uint8Array(64);
  readonly #cost = new Float64Array(64);
  /** Error of zeroing every coefficient up to and including the step's. */
  readonly #zeroed = new Float64Array(64);

  constructor(quantTable: Uint16Array, bits: Uint8Array, lambda: number) {
    this.#quantTable = quantTable;
    this.#bits = bits;
    this.#lambda = lambda;
  }

  quantise(coefficients: Int16Array, offset: number): void {
    const dc = coefficients[offset]!;
    const dcLevel = rounded(Math.abs(dc), this.#quantTable[0]! * 8);
    const last = this.#findSteps(coefficients, offset);
    const signs = coefficients.slice(offset + 1, offset + 64);
    coefficients.fill(0, offset, offset + 64);
    coefficients[offset] = dc < 0 ? -dcLevel : dcLevel;
    for (let step = last; step > 0; step = this.#before[step]!) {
      const k = this.#index[step]!;
      coefficients[offset + k] = signs[k - 1]! < 0 ? -this.#level[step]! : this.#level[step]!;
    }
  }

  /** Computes the steps; returns the last one, 0 for none. */
  #findSteps(coefficients: Int16Array, offset: number): number {
    let steps = 1;
    for (let k = 1; k < 64; k += 1) {
      const divisor = this.#quantTable[k]! * 8;
      const magnitude = Math.abs(coefficients[offset + k]!);
      const level = rounded(magnitude, divisor);
      if (level === 0) continue;
      const exact = magnitude / divisor;
      this.#index[steps] = k;
      this.#zeroed[steps] = this.#zeroed[steps - 1]! + exact * exact;
      this.#cost[steps] = Number.POSITIVE_INFINITY;
      this.#tryLevel(steps, level, exact);
      if (level > 1) this.#tryLevel(steps, level - 1, exact);
      steps += 1;
    }
    let best = 0;
    let bestCost = Number.POSITIVE_INFINITY;
    for (let step = 0; step < steps; step += 1) {
      const endOfBlock = this.#index[step]! < 63 ? this.#bits[0]! * this.#lambda : 0;
      const cost = this.#cost[step]! + this.#zeroed[steps - 1]! - this.#zeroed[step]! + endOfBlock;
      if (cost < bestCost) {
        best = step;
        bestCost = cost;
      }
    }
    return best;
  }

  /** Tries a level for a step after each earlier step, with all between them zeroed. */
  #tryLevel(step: number, level: number, exact: number): void {
    const error = (exact - level) * (exact - level);
    const size = sizeOf(level);
    for (let before = 0; before < step; before += 1) {
      const run = this.#index[step]! - this.#index[before]! - 1;
      const bits = this.#bits[((run & 15) << 4) | size]! + size + (run >> 4) * this.#bits[0xf0]!;
      const leftOut = this.#zeroed[step - 1]! - this.#zeroed[before]!;
      const cost = this.#cost[before]! + leftOut + error + bits * this.#lambda;
      if (cost < this.#cost[step]!) {
        this.#cost[step] = cost;
        this.#level[step] = level;
        this.#before[step] = before;
      }
    }
  }
}
