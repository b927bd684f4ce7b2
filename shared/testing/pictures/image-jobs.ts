import type { ImageJob } from '../../image-jobs/types.ts';

/** A job with the fields needed to pass it on. */
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
