import { useEffect, useState } from 'react';
import { isActive, isLocked, type Job } from '../../jobs/job.ts';
import { format } from '../../text/format.ts';
import { listWords } from '../../text/i18n/list-words.ts';

/** Tries one password on several files, and counts how many it opened. */
export function useUnlocking(
  jobs: readonly Job[],
  onPassword: (ids: readonly number[], password: string) => void,
) {
  const [tried, setTried] = useState<readonly number[]>([]);
  const [told, setTold] = useState<string | null>(null);
  useEffect(() => {
    const of = jobs.filter(({ id }) => tried.includes(id));
    if (of.length === 0 || of.some(isActive)) return;
    const opened = of.filter((job) => !isLocked(job)).length;
    setTried([]);
    setTold(listWords.row.opened(format.count(opened), format.count(of.length)));
  }, [jobs, tried]);
  return {
    /** `It opened 2 of 3.`; null before the first attempt. */
    told,
    tryAll: (ids: readonly number[], password: string) => {
      setTold(null);
      onPassword(ids, password);
      setTried(ids);
    },
  };
}
