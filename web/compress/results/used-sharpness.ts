import { largestOf, smallestOf } from '../../../shared/lists.ts';
import { limitOf } from '../../jobs/fit.ts';
import { type Job, resultOf } from '../../jobs/job.ts';
import { sharpnessOf } from '../../jobs/sharpness.ts';
import { hasLimit, type Limits, type Settings } from '../../options/settings.ts';
import type { UsedSharpness } from '../../settings/Controls.tsx';

function hasLimits(job: Job, { targetSize, totalSize }: Limits): boolean {
  return limitOf(job) === targetSize && (job.budget ?? 0) === totalSize;
}

/** The highest image settings used to meet these limits; null without a limit or a result for it. */
export function usedSharpness(jobs: readonly Job[], settings: Settings): UsedSharpness | null {
  if (!hasLimit(settings)) return null;
  const used = jobs.filter((job) => resultOf(job) !== null && hasLimits(job, settings)).map(sharpnessOf);
  if (used.length === 0) return null;
  const span = (values: readonly number[]) => [smallestOf(values), largestOf(values)] as const;
  const dpis = used.flatMap(({ dpis: own }) => own);
  return { quality: span(used.map(({ quality }) => quality)), dpi: dpis.length === 0 ? null : span(dpis) };
}
