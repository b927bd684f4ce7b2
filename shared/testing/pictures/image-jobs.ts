import type { RecodeJob } from '../../image-jobs/types.ts';

/** A job with the fields needed to pass it on. */
export function plainJob(width = 10, height = 10): RecodeJob {
  const seen: Pick<RecodeJob, 'kind' | 'width' | 'height' | 'bits' | 'alpha' | 'source'> = {
    kind: 'recode',
    width,
    height,
    bits: 8,
    alpha: null,
    source: { kind: 'samples', rows: new Uint8Array(width) },
  };
  // Only a codec would read the rest.
  return seen as RecodeJob;
}
