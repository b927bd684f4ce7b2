import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronLeft, RotateCw } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import { words as general } from '../../text/dashboard/general.ts';
import { words as text } from '../../text/dashboard/jobs.ts';
import { format } from '../../text/format.ts';
import { api, isSignedOut } from '../api.ts';
import type { JobDetailsResponse, JobResponse } from '../api-types.ts';
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx';
import { InlineAlert } from '../InlineAlert.tsx';
import { PageTitle } from '../PageTitle.tsx';
import { QueryBoundary } from '../QueryBoundary.tsx';
import { Stat } from '../Stat.tsx';
import { dateTimeText } from '../usage/dates.ts';
import { useSubmit } from '../use-submit.ts';
import { Deliveries } from './Deliveries.tsx';
import { Documents } from './Documents.tsx';
import { JobBar, shortId, sizesText } from './JobBar.tsx';

const OPEN_MS = 3000;
const ENDED_MS = 30_000;

/** One job: what failed first, and what to do about it. */
export function JobPage({ id, mayChange }: { readonly id: string; readonly mayChange: boolean }) {
  const query = useQuery({
    queryKey: ['job', id],
    queryFn: () => api.job(id),
    refetchInterval: ({ state: { error, data } }) =>
      error === null && (data?.job.state === 'ended' ? ENDED_MS : OPEN_MS),
  });
  return (
    <>
      <p className="back">
        <Link href="/dashboard/jobs">
          <ChevronLeft className="i" aria-hidden />
          {general.pages.jobs}
        </Link>
      </p>
      <QueryBoundary query={query}>{(data) => <Details data={data} mayChange={mayChange} />}</QueryBoundary>
    </>
  );
}

function Details({ data, mayChange }: { readonly data: JobDetailsResponse; readonly mayChange: boolean }) {
  const { job, failures, webhook } = data;
  const queries = useQueryClient();
  const reload = () => void queries.invalidateQueries();
  const retryable = failures.reduce((sum, failure) => sum + failure.retryable, 0);
  const isOpen = job.state !== 'ended';
  return (
    <>
      <PageTitle
        title={titleOf(job)}
        tab={`${text.columns.job} ${shortId(job.id)}`}
        lead={
          <>
            <code>{job.id}</code> · {factsOf(job).join(' · ')}
          </>
        }
      >
        {mayChange && (
          <div className="row">
            {retryable > 0 && <Retry job={job} count={retryable} onDone={reload} />}
            {isOpen && <Cancel job={job} onDone={reload} />}
          </div>
        )}
      </PageTitle>
      <div className="stack">
        {isOpen && data.workers === 0 && <InlineAlert tone="warn">{text.noWorker}</InlineAlert>}
        {isOpen && <Progress job={job} />}
        <Numbers job={job} />
        <Documents job={job} failures={failures} />
        {webhook !== null && (
          <Deliveries jobId={job.id} webhook={webhook} now={data.now} mayChange={mayChange} onSent={reload} />
        )}
      </div>
    </>
  );
}

function titleOf({ total, counts, outcome }: JobResponse): string {
  const of = format.count(total);
  if (outcome === 'cancelled') return text.cancelledTitle(format.count(counts.done), of);
  if (counts.failed > 0) return text.failedTitle(format.count(counts.failed), of);
  return text.doneTitle(format.count(counts.done), of);
}

function factsOf({ keyName, createdAt, endedAt, resultsUntil, labels }: JobResponse): readonly string[] {
  const time = endedAt === null ? '' : ` – ${dateTimeText(endedAt)}`;
  return [
    keyName,
    `${dateTimeText(createdAt)}${time}`,
    ...(resultsUntil === null ? [] : [text.resultsUntil(dateTimeText(resultsUntil))]),
    ...Object.entries(labels).map(([name, value]) => `${name}: ${value}`),
  ];
}

/** A bar; screen readers hear of each tenth. */
function Progress({ job }: { readonly job: JobResponse }) {
  const { queued, running } = job.counts;
  const tenths = Math.floor(((job.total - queued - running) / job.total) * 10);
  return (
    <div className="panel pad">
      <JobBar job={job} />
      <span className="sr" role="status">
        {tenths > 0 && format.progress(tenths / 10)}
      </span>
    </div>
  );
}

function Numbers({ job: { counts, bytesIn, bytesOut } }: { readonly job: JobResponse }) {
  return (
    <dl className="panel stats">
      <Stat name={text.states.done} value={format.count(counts.done)} />
      <Stat name={text.states.failed} value={format.count(counts.failed)} />
      <Stat
        name={text.beforeAfter}
        value={
          counts.done === 0 ? '–' : <small className="before-after">{sizesText(bytesIn, bytesOut)}</small>
        }
      />
      <Stat
        name={general.usage.saved}
        value={counts.done === 0 ? '–' : format.bytes(Math.max(0, bytesIn - bytesOut))}
        isLit={bytesIn > bytesOut}
      />
    </dl>
  );
}

interface ActionProps {
  readonly job: JobResponse;
  readonly onDone: () => void;
}

function Retry({ job, count, onDone }: ActionProps & { readonly count: number }) {
  const [waiting, setWaiting] = useState<number | null>(null);
  const { send, isBusy, error } = useSubmit(api.retryJob, (answer) => {
    setWaiting(answer.count);
    onDone();
  });
  return (
    <>
      <button type="button" className="btn main" aria-disabled={isBusy} onClick={() => send(job.id)}>
        <RotateCw className="i" aria-hidden />
        {text.retry(format.count(count))}
      </button>
      <span className="sr" role="status">
        {waiting !== null && text.retried(waiting)}
      </span>
      {error !== null && !isSignedOut(error) && <InlineAlert tone="bad">{error.message}</InlineAlert>}
    </>
  );
}

function Cancel({ job, onDone }: ActionProps) {
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { cancelJob } = text;
  return (
    <>
      <button
        type="button"
        className="btn"
        aria-haspopup="dialog"
        ref={opener}
        onClick={() => setIsOpen(true)}
      >
        {text.cancel}
      </button>
      <ConfirmDialog
        opening={{ isOpen, onClose: () => setIsOpen(false), opener }}
        words={{ ...cancelJob, title: () => cancelJob.title }}
        name={job.id}
        send={async () => {
          await api.cancelJob(job.id);
        }}
        onDone={onDone}
      />
    </>
  );
}
