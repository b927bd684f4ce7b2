import type { Raster } from '../../codecs/pixels/raster.ts';
import type { RecodeJob } from '../../image-jobs/types.ts';

/** A job of the smallest kind: gray, with one row of data, kept exactly. */
export function plainJob(width = 10, height = 10): RecodeJob {
  return recodeJob({ width, height, channels: 1, samples: new Uint8Array(width) });
}

/** A lossless job for samples at their own size, of gray or RGB. */
export function recodeJob(
  { width, height, channels, samples }: Raster,
  changes: Partial<Omit<RecodeJob, 'settings'>> = {},
  settings: Partial<RecodeJob['settings']> = {},
): RecodeJob {
  return {
    kind: 'recode',
    width,
    height,
    bits: 8,
    space: channels === 1 ? { kind: 'gray' } : { kind: 'rgb', mayBecomeGray: true },
    source: { kind: 'samples', rows: samples },
    storedBytes: samples.length,
    role: 'picture',
    alpha: null,
    matte: null,
    refusal: null,
    gray: null,
    target: { width, height },
    excess: 1,
    isCoarse: false,
    separable: null,
    settings: {
      quality: 100,
      mayBecomeJpeg: false,
      mayChangeSpace: true,
      stripMetadata: true,
      jbig2: 'symbols',
      ...settings,
    },
    ...changes,
  };
}
