import type { KernelFrame } from '../kernel/kernel-frame.ts';
import { UnwritableCoefficient } from './scan-coding.ts';
import { plannedTables, type ScanTablePlan, SEGMENT_BITS } from './scan-tables.ts';

/** Possible divisions of a band: first coefficient of the second part. */
export const SPLITS: readonly number[] = [3, 6, 9, 13, 19];

/** Bands as numbered by the kernel: all of AC, or the parts before and from `SPLITS[split]` on. */
export const WHOLE: readonly number[] = [0];
export const divided = (split: number): readonly number[] => [split * 2 + 1, split * 2 + 2];

/** Header bits of a scan of one component. */
const ONE_COMPONENT_HEADER = 8 * 10;

/** A kernel has room for two. */
export type CountingPlace = 0 | 1;

/**
 * Symbol counts of the first scan of a component's AC coefficients, shifted by `low`, for every band at once.
 * Valid until another one is counted in the same place.
 */
export class FirstScans {
  readonly low: number;
  readonly place: CountingPlace;
  readonly #frame: KernelFrame;
  readonly #rowStep: number;

  /** Counts every `rowStep`th block row. */
  constructor(frame: KernelFrame, component: number, low: number, place: CountingPlace, rowStep: number) {
    this.low = low;
    this.place = place;
    this.#frame = frame;
    this.#rowStep = rowStep;
    if (frame.kernel.countFirst(place, component, low, rowStep) === 0) throw new UnwritableCoefficient();
  }

  /** Bits of scans of these bands, including tables and headers; data is scaled up from a sample. */
  bitsOf(bands: readonly number[]): number {
    const { kernel } = this.#frame;
    return bands.reduce(
      (sum, band) =>
        sum + kernel.bandBits(this.place, band, this.#rowStep, SEGMENT_BITS, ONE_COMPONENT_HEADER),
      0,
    );
  }

  /** Number of values with at least this many bits. */
  valuesFrom(bits: number): number {
    return this.#frame.kernel.valueCounts(this.place, bits);
  }

  plan(band: number): ScanTablePlan {
    const { kernel } = this.#frame;
    kernel.planBand(this.place, band);
    return plannedTables(kernel, 1);
  }
}
