import { useEffect, useState } from 'react';
import type { CompressOptions } from '../../../shared/index.ts';
import { type Job, resultOf } from '../../jobs/job.ts';
import { useDiffs } from '../../visual-diff/use-proofs.ts';

/** Debounce time; the preview of the page comes first. */
const DEBOUNCE_MS = 250;

/** Estimated bytes of the whole file with other settings; null while unknown or impossible. */
export function useSizeEstimate(job: Job, options: CompressOptions | null): number | null {
  const { coreQueries } = useDiffs();
  const [known, setKnown] = useState<{ readonly options: CompressOptions; readonly bytes: number } | null>(
    null,
  );
  const { file, password } = job;
  const report = resultOf(job)?.report ?? null;
  useEffect(() => {
    if (options === null) return;
    let stop = () => {};
    const timer = setTimeout(() => {
      const task = coreQueries.estimate({
        input: file,
        report,
        options: [options],
        usesThreads: true,
        ...(password === undefined ? {} : { password }),
      });
      stop = task.cancel;
      void task.outcome.then((end) => {
        if (end.kind !== 'finished') return;
        for (const bytes of end.value) setKnown({ options, bytes });
      });
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [coreQueries, file, password, report, options]);
  // The previous estimate stays until the next one: a flickering number is worse than an old one.
  return options === null ? null : (known?.bytes ?? null);
}
