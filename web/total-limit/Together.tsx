import { useEffect, useId } from 'react';
import { type Job, type Result, resultOf } from '../jobs/job.ts';
import { format } from '../text/format.ts';
import { more } from '../text/i18n/more-words.ts';
import { customProperties, percentLength } from '../ui/custom-properties.ts';
import type { BudgetAllocator } from './budget-allocator.ts';
import { Mails } from './Mails.tsx';
import { useSharing } from './use-sharing.ts';
import './together.css';

const { together: text } = more;

interface Weighed {
  readonly job: Job;
  readonly result: Result;
}

/** How a total limit was allocated; hidden if there is none. */
export function Together(props: {
  readonly jobs: readonly Job[];
  readonly sharer: BudgetAllocator;
  /** Saves the results of these jobs as one file. */
  readonly onSave: (ids: readonly number[]) => void;
}) {
  const { jobs, sharer } = props;
  const sharing = useSharing(sharer, jobs);
  // Covers results that existed before the subscription, such as a restored list.
  useEffect(() => sharer.follow(), [sharer]);
  const titleId = useId();
  if (sharing === null) return null;
  const budget = format.limit(sharing.budget);
  if (sharing.kind !== 'fits')
    return (
      <section className="panel pad together" aria-label={text.region}>
        <p role="status">
          {sharing.kind === 'working'
            ? text.working(budget)
            : text.impossible(format.bytes(sharing.leastBytes), budget)}
        </p>
        {sharing.kind === 'impossible' && <Mails jobs={jobs} limit={sharing.budget} onSave={props.onSave} />}
      </section>
    );
  const weighed = jobs.flatMap((job): Weighed[] => {
    const result = resultOf(job);
    return result === null ? [] : [{ job, result }];
  });
  const before = weighed.reduce((sum, { job }) => sum + job.file.size, 0);
  const used = weighed.reduce((sum, { result }) => sum + result.blob.size, 0);
  return (
    <section className="panel pad together" aria-label={text.region}>
      <div className="together-row">
        <h2 id={titleId}>{text.where(budget)}</h2>
        <p className="hint">{text.equally}</p>
      </div>
      <p className="together-row hint">
        <span>{text.before}</span>
        <span className="num">{format.bytes(before)}</span>
      </p>
      <div className="shares was" aria-hidden>
        {weighed.map(({ job }) => (
          <span key={job.id} style={customProperties({ '--share': percentLength(job.file.size / before) })} />
        ))}
      </div>
      <Bar weighed={weighed} budget={sharing.budget} labelledBy={titleId} />
      <p className="together-row hint" role="status">
        <span className="num">{text.fits(budget, format.bytes(used))}</span>
        <span className="num">{text.free(format.bytes(Math.max(0, sharing.budget - used)), budget)}</span>
      </p>
    </section>
  );
}

/** A segment per file in list order, and the free rest. */
function Bar(props: {
  readonly weighed: readonly Weighed[];
  readonly budget: number;
  readonly labelledBy: string;
}) {
  return (
    <ol className="shares" aria-labelledby={props.labelledBy}>
      {props.weighed.map(({ job, result }, index) => {
        const share = result.blob.size / props.budget;
        const size = format.bytes(result.blob.size);
        const name = text.share(job.file.name, size);
        return (
          <li key={job.id} style={customProperties({ '--share': percentLength(share) })} title={name}>
            <span className="sr">{name}</span>
            <span aria-hidden className="share-name">
              {share >= SHARE_WITH_NUMBER && `${index + 1} `}
              {share >= SHARE_WITH_NAME && <bdi>{job.file.name.replace(/\.pdf$/i, '')}</bdi>}
            </span>
            {share >= SHARE_WITH_NAME && (
              <span aria-hidden className="num">
                {size}
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** Narrower segments have no room for a number, or for a name. */
const SHARE_WITH_NUMBER = 0.02;
const SHARE_WITH_NAME = 0.12;
