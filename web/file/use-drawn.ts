import { useEffect, useState } from 'react';
import type { CategoryResult } from '../../shared/index.ts';
import type { Job, Result } from '../jobs/job.ts';
import { foregroundPriority } from '../visual-diff/foreground-priority.ts';
import { useDiffs } from '../visual-diff/use-proofs.ts';

/** Longer documents are not read twice more for a line of the receipt. */
const MAX_PAGES = 12;

/**
 * Counts lines and areas of both files, as `verify` pairs them, while nothing else of this page works; null until they
 * are counted, or if they are not.
 */
export function useDrawn({ file, password }: Job, { blob, report }: Result): CategoryResult | null {
  const { coreQueries } = useDiffs();
  const [drawn, setDrawn] = useState<CategoryResult | null>(null);
  const isCounted = !report.unchanged && report.document.pages <= MAX_PAGES;
  useEffect(() => {
    setDrawn(null);
    if (!isCounted) return;
    let stop = () => {};
    let isWanted = true;
    const count = async () => {
      await foregroundPriority.whenIdle();
      if (!isWanted) return;
      const secret = password === undefined ? {} : { password };
      const task = coreQueries.verify({ before: file, after: blob, ...secret }, () => undefined);
      stop = task.cancel;
      const end = await task.outcome;
      if (!isWanted || end.kind !== 'finished') return;
      setDrawn(end.value.categories.find(({ kind }) => kind === 'drawings') ?? null);
    };
    void count();
    return () => {
      isWanted = false;
      stop();
    };
  }, [file, blob, password, isCounted, coreQueries]);
  return drawn;
}
