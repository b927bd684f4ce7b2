import { useEffect, useRef, useState } from 'react';
import type { Job } from '../jobs/job.ts';
import { announcement } from '../text/summary.ts';

/** Text of the page's only live region; it changes only for news. */
export function useAnnouncer(jobs: readonly Job[]): string {
  const [said, setSaid] = useState('');
  const before = useRef(jobs);
  useEffect(() => {
    const next = announcement(before.current, jobs);
    before.current = jobs;
    if (next !== null) setSaid(next);
  }, [jobs]);
  return said;
}
