import type { PredictorParams } from './predictor-params.ts';

/** Filters that jobs undo: they get the samples as stored in the file. */
export type SampleFilter = 'flate' | 'brotli';

export interface SamplePacking {
  readonly filter: SampleFilter;
  readonly predictor: PredictorParams | null;
  /** Bytes before the predictor is undone, if the dictionary tells; else 0. */
  readonly expectedBytes: number;
  /** Maximum decoded bytes. */
  readonly mostBytes: number;
}
