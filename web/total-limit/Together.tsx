import { useEffect, useId } from 'react';
import type { AllocationState } from '../jobs/allocation.ts';
import { handedOut, type Job, type Result, savedSize } from '../jobs/job.ts';
import { format } from '../text/format.ts';
import { more } from '../text/i18n/more-words.ts';
import { overTogether } from '../text/together.ts';
import { customProperties, percentLength } from '../ui/custom-properties.ts';
import type { BudgetAllocator } from './budget-allocator.ts';
import type { Sent } from './mails.ts';
import { OverWays } from './OverWays.tsx';
import { useSharing } from './use-sharing.ts';
import './together.css';

const { together: text } = more;

interface Weighed {
  readonly job: Job;
  readonly result: Result;
}

/** Compresses all files again with sharper images. */
export interface SharperRun {
  /** Estimated bytes of all files then, without the limit; null while unknown. */
  readonly bytes: number | null;
  readonly onUse: () => void;
}

/** How a total limit was allocated; hidden if there is none. */
export function Together(props: {
  readonly jobs: readonly Job[];
  readonly sharer: BudgetAllocator;
  /** All files to be sent, parts on their own. */
  readonly sent: readonly Sent[];
  readonly onMails: () => void;
  readonly onSplit: (job: Job, limit: number) => void;
  readonly onLeaveOut: (id: number) => void;
  /** Sharper images for the free bytes; null if no preset makes them sharper. */
  readonly sharper: SharperRun | null;
}) {
  const { jobs, sharer } = props;
  const sharing = useSharing(sharer, jobs);
  // Covers results that existed before the subscription, such as a restored list.
  useEffect(() => sharer.follow(), [sharer]);
  const titleId = useId();
  if (sharing === null) return null;
  const budget = format.limit(sharing.budget);
  if (sharing.kind === 'working')
    return (
      <section className="panel pad together" aria-label={text.region}>
        <p role="status">{text.working(budget)}</p>
      </section>
    );
  const weighed = jobs.flatMap((job): Weighed[] => {
    const result = handedOut(job);
    return result === null ? [] : [{ job, result }];
  });
  const before = weighed.reduce((sum, { job }) => sum + job.file.size, 0);
  const used = usedBytes(jobs);
  const free = sharing.budget - used;
  return (
    <section className="panel pad together" aria-label={text.region}>
      <div className="together-row">
        <h2 id={titleId}>{text.where(budget)}</h2>
        {sharing.kind === 'fits' && <p className="hint">{text.equally}</p>}
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
      <Bar
        weighed={weighed}
        budget={sharing.budget}
        numberOf={(job) => jobs.indexOf(job) + 1}
        labelledBy={titleId}
      />
      <p className="together-row hint" role="status">
        <span className="num">
          {free < 0 ? overTogether(sharing.budget, used) : text.fits(budget, format.bytes(used))}
        </span>
        {free >= 0 && <span className="num">{text.free(format.bytes(free), budget)}</span>}
      </p>
      {props.sharper !== null && <Sharper {...props.sharper} used={used} budget={sharing.budget} />}
      {sharing.kind === 'impossible' && (
        <OverWays
          jobs={jobs}
          budget={sharing.budget}
          leastBytes={sharing.leastBytes}
          sent={props.sent}
          onMails={props.onMails}
          onSplit={(job) => props.onSplit(job, sharing.budget)}
          onLeaveOut={props.onLeaveOut}
          onClosest={sharing.goal === undefined ? undefined : sharer.goClosest}
        />
      )}
    </section>
  );
}

/** Shown once it is known that it leads to larger images, with the size that they take. */
function Sharper(props: SharperRun & { readonly used: number; readonly budget: number }) {
  const { bytes, used, budget } = props;
  if (bytes === null) return <p className="hint">{more.over.looking}</p>;
  if (bytes < used * WORTH_SAYING) return null;
  // What would take more is made to fit again.
  return (
    <p className="together-row offer">
      <button type="button" className="btn sm" onClick={props.onUse}>
        {text.sharper}
      </button>
      <span className="hint num">{text.sharperGives(format.bytes(Math.min(bytes, budget)))}</span>
    </p>
  );
}

/** Estimates that are hardly above the used bytes promise nothing. */
const WORTH_SAYING = 1.05;
/** Minimum free share worth another run. */
const WORTH_USING = 0.1;

/** Whether a total limit leaves room for sharper images. */
export function leavesRoom(sharing: AllocationState | null, jobs: readonly Job[]): boolean {
  if (sharing === null || sharing.kind === 'idle' || sharing.kind === 'working') return false;
  return sharing.budget - usedBytes(jobs) > sharing.budget * WORTH_USING;
}

/** Bytes of all files that are saved together. */
function usedBytes(jobs: readonly Job[]): number {
  return jobs.reduce((sum, job) => {
    const result = handedOut(job);
    return result === null ? sum : sum + savedSize(result);
  }, 0);
}

/** A segment per file in list order, and the free rest or the excess. */
function Bar(props: {
  readonly weighed: readonly Weighed[];
  readonly budget: number;
  /** Position of the file's row. */
  readonly numberOf: (job: Job) => number;
  readonly labelledBy: string;
}) {
  const { weighed, budget, numberOf } = props;
  const used = weighed.reduce((sum, { result }) => sum + savedSize(result), 0);
  const whole = Math.max(used, budget);
  return (
    <>
      {used > budget && (
        <p
          className={budget < whole * ROOM_FOR_LABEL ? 'limit-label num early' : 'limit-label num'}
          style={customProperties({ '--limit': percentLength(budget / whole) })}
        >
          <span>{text.limit(format.limit(budget))}</span>
        </p>
      )}
      <ol
        className={used > budget ? 'shares beyond' : 'shares'}
        aria-labelledby={props.labelledBy}
        style={customProperties({ '--limit': percentLength(budget / whole) })}
      >
        {weighed.map(({ job, result }) => {
          const share = savedSize(result) / whole;
          const size = format.bytes(savedSize(result));
          const name = text.share(job.file.name, size);
          return (
            <li key={job.id} style={customProperties({ '--share': percentLength(share) })} title={name}>
              <span className="sr">{name}</span>
              <span aria-hidden className="share-name">
                {share >= SHARE_WITH_NUMBER && <i className="disc num">{numberOf(job)}</i>}{' '}
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
    </>
  );
}

/** From this share of the bar on there is room for the limit's label before its mark. */
const ROOM_FOR_LABEL = 0.35;
/** Narrower segments have no room for a number, or for a name. */
const SHARE_WITH_NUMBER = 0.02;
const SHARE_WITH_NAME = 0.12;
