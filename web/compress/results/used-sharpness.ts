import { largestOf, smallestOf } from '../../../shared/lists.ts';
import { type Job, resultOf } from '../../jobs/job.ts';
import type { Settings } from '../../options/settings.ts';
import type { UsedSharpness } from '../../settings/Controls.tsx';
import { dpiOnA4 } from '../../text/format.ts';

/** The limit of this file, or of all together. */
function limitAsked({ options, budget }: Job): number {
  return budget ?? options.targetSize;
}

/** The highest image settings used to meet this limit; null without a limit or a result for it. */
export function usedSharpness(jobs: readonly Job[], { targetSize }: Settings): UsedSharpness | null {
  if (targetSize === 0) return null;
  const used = jobs
    .filter((job) => resultOf(job) !== null && limitAsked(job) === targetSize)
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
