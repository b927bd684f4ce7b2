import { useEffect, useRef, useState } from 'react';
import type { Job } from '../jobs/job.ts';
import { announcement } from '../text/summary.ts';

/** A headline that changes sooner is not read out: the next one would interrupt it. */
const REST_MS = 500;

/**
 * Text of the page's only live region; it changes only for news.
 *
 * @param outcome the headline of an idle list, which is said once it rests; null during work
 */
export function useAnnouncer(jobs: readonly Job[], outcome: string | null): string {
  const [said, setSaid] = useState('');
  const before = useRef(jobs);
  useEffect(() => {
    const next = announcement(before.current, jobs);
    before.current = jobs;
    if (next !== null) setSaid(next);
  }, [jobs]);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setSaid(outcome), REST_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  return said;
}
