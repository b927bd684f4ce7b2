import { words } from '../../text/dashboard/jobs.ts';
import { format } from '../../text/format.ts';
import { customProperties } from '../../ui/custom-properties.ts';
import type { DocumentState, JobResponse } from '../api-types.ts';

const STATES: readonly DocumentState[] = ['done', 'running', 'failed', 'cancelled', 'queued'];
const WORDS: readonly DocumentState[] = ['done', 'running', 'queued', 'failed', 'cancelled'];

/** A bar of a job's documents by state, and the same in words. */
export function JobBar({ job }: { readonly job: JobResponse }) {
  const { counts } = job;
  const shown = WORDS.filter((state) => counts[state] > 0);
  return (
    <>
      <span className="job-bar" aria-hidden>
        {STATES.filter((state) => counts[state] > 0).map((state) => (
          <i key={state} className={state} style={customProperties({ '--part': String(counts[state]) })} />
        ))}
      </span>
      <span className="hint">
        {shown.map((state, index) => (
          <span key={state}>
            {index > 0 && ' · '}
            <span className={state === 'failed' ? 'failed-count' : undefined}>
              {words.counts[state](format.count(counts[state]))}
            </span>
          </span>
        ))}
      </span>
    </>
  );
}

/** `job_01jdm4…7k2p` */
export function shortId(id: string): string {
  return `${id.slice(0, 10)}…${id.slice(-4)}`;
}

/** `21.6 GB → 6.4 GB` */
export function sizesText(before: number, after: number): string {
  return `${format.bytes(before)} → ${format.bytes(after)}`;
}
