import { type Job, resultOf } from './job.ts';

/**
 * Outcome of a search for a size: the quality, and the resolutions that images really have now. The search's own
 * resolution is that of photos; scans keep more, and a file may have no photos.
 */
export function sharpnessOf(job: Job): { readonly quality: number; readonly dpis: readonly number[] } {
  const report = resultOf(job)?.report;
  const { quality } = job.options;
  const dpis = (report?.images ?? []).flatMap(({ dpi, outcome, softMask }) =>
    dpi === undefined || softMask || outcome.kind !== 'replaced' ? [] : [Math.round(dpi.after)],
  );
  // The search starts above the requested quality, which caps what images get.
  return { quality: Math.min(quality, report?.target?.applied?.quality ?? quality), dpis };
}
