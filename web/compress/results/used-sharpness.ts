import { largestOf, smallestOf } from '../../../shared/lists.ts';
import { limitOf } from '../../jobs/fit.ts';
import { type Job, resultOf } from '../../jobs/job.ts';
import { hasLimit, type Limits, type Settings } from '../../options/settings.ts';
import type { UsedSharpness } from '../../settings/Controls.tsx';
import { dpiOnA4 } from '../../text/format.ts';

function hasLimits(job: Job, { targetSize, totalSize }: Limits): boolean {
  return limitOf(job) === targetSize && (job.budget ?? 0) === totalSize;
}

/** The highest image settings used to meet these limits; null without a limit or a result for it. */
export function usedSharpness(jobs: readonly Job[], settings: Settings): UsedSharpness | null {
  if (!hasLimit(settings)) return null;
  const used = jobs
    .filter((job) => resultOf(job) !== null && hasLimits(job, settings))
    .map((job) => {
      const { quality, maxDimension, minDpi } = job.options;
      const asked = { quality, dpi: Math.max(minDpi, dpiOnA4(maxDimension)) };
      // The search for a size starts above the requested settings, which cap what images get.
      const reached = resultOf(job)?.report.target?.applied ?? asked;
      return {
        quality: Math.min(asked.quality, reached.quality),
        dpi: Math.min(asked.dpi, reached.dpi),
      };
    });
  if (used.length === 0) return null;
  const span = (values: readonly number[]) => [smallestOf(values), largestOf(values)] as const;
  return { quality: span(used.map(({ quality }) => quality)), dpi: span(used.map(({ dpi }) => dpi)) };
}
