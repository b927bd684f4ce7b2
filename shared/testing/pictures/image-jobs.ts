import type { ImageJob } from '../../image-jobs/types.ts';

/** As much of a job as those who only pass it on look at. */
export function plainJob(width = 10, height = 10): ImageJob {
  const seen: Pick<ImageJob, 'kind' | 'width' | 'height' | 'bits' | 'alpha' | 'source'> = {
    kind: 'image',
    width,
    height,
    bits: 8,
    alpha: null,
    source: { kind: 'samples', rows: new Uint8Array(width) },
  };
  // Only a codec would read the rest.
  return seen as ImageJob;
}
