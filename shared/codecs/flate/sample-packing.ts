import type { PredictorParams } from './predictor-params.ts';

/** Filters that threads undo; they get these samples as the file holds them. */
export type SampleFilter = 'flate' | 'brotli';

/** How samples are packed. */
export interface SamplePacking {
  readonly filter: SampleFilter;
  readonly predictor: PredictorParams | null;
  /** Bytes before prediction is undone, as far as the dictionary tells; else 0. */
  readonly expectedBytes: number;
  /** No more may come of it. */
  readonly mostBytes: number;
}
