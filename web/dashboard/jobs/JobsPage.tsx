import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { words as general } from '../../text/dashboard/general.ts';
import { words as text } from '../../text/dashboard/jobs.ts';
import { format } from '../../text/format.ts';
import { api } from '../api.ts';
import type { JobFilter, JobsResponse } from '../api-types.ts';
import { EmptyState } from '../EmptyState.tsx';
import { InlineAlert } from '../InlineAlert.tsx';
import { PageTitle } from '../PageTitle.tsx';
import { QueryBoundary } from '../QueryBoundary.tsx';
import { Stat } from '../Stat.tsx';
import { agoText } from '../usage/dates.ts';
import { JobTable } from './JobTable.tsx';
import { StateChips } from './StateChips.tsx';

const FILTERS: readonly JobFilter[] = ['all', 'open', 'failures'];
const OPEN_MS = 5000;
const IDLE_MS = 30_000;

/** Jobs of all keys that the member may see. */
export function JobsPage() {
  const [show, setShow] = useState<JobFilter>('all');
  const [key, setKey] = useState('');
  const query = useInfiniteQuery({
    queryKey: ['jobs', show, key],
    queryFn: ({ pageParam }) => api.jobs({ show, key, after: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { error, data } }) =>
      error === null && ((data?.pages[0]?.open ?? 0) > 0 ? OPEN_MS : IDLE_MS),
  });
  return (
    <>
      <PageTitle title={general.pages.jobs} lead={text.lead} />
      <QueryBoundary query={query}>
        {({ pages: [first, ...others] }) =>
          first === undefined || !first.isOn ? (
            <EmptyState title={text.offTitle} text={text.offText}>
              {null}
            </EmptyState>
          ) : first.counts.all === 0 && key === '' ? (
            <EmptyState title={text.emptyTitle} text={text.empty}>
              <Link className="btn main" href="/docs">
                {text.emptyLink}
              </Link>
            </EmptyState>
          ) : (
            <div className="stack">
              {first.workers === 0 && <InlineAlert tone="warn">{text.noWorker}</InlineAlert>}
              <Numbers of={first} />
              <div className="job-filters">
                <StateChips
                  label={text.filters.label}
                  chosen={show}
                  choices={FILTERS.map((name) => ({
                    name,
                    text: text.filters[name],
                    count: countText(first.counts[name], first.countedUpTo),
                  }))}
                  onChoose={setShow}
                />
                <KeyChoice keys={first.keys} chosen={key} onChoose={setKey} />
              </div>
              {first.jobs.length === 0 ? (
                <p className="panel pad soft">{text.noneMatch}</p>
              ) : (
                <JobTable jobs={[first, ...others].flatMap(({ jobs }) => jobs)} now={first.now} />
              )}
              {query.hasNextPage && (
                <button type="button" className="btn start" onClick={() => void query.fetchNextPage()}>
                  {text.older}
                </button>
              )}
            </div>
          )
        }
      </QueryBoundary>
    </>
  );
}

function Numbers({ of }: { readonly of: JobsResponse }) {
  return (
    <dl className="panel stats">
      <Stat name={text.open} value={format.count(of.open)} />
      <Stat name={text.oldest} value={of.oldestAt === null ? '–' : waitText(of.oldestAt, of.now)} />
      <Stat name={text.workers} value={format.count(of.workers)} />
      <Stat
        name={text.recentlyFailed}
        value={format.count(of.recentlyFailed)}
        note={text.ofEnded(format.count(of.recentlyEnded))}
      />
    </dl>
  );
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** `4 minutes`; after a day the date. */
function waitText(since: number, now: number): string {
  const waited = now - since;
  return waited < DAY_MS ? format.duration(waited) : agoText(since, now);
}

/** `10,000+` where more were not counted. */
function countText(count: number, countedUpTo: number): string {
  return count < countedUpTo ? format.count(count) : `${format.count(count)}+`;
}

function KeyChoice(props: {
  readonly keys: JobsResponse['keys'];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}) {
  const { keys } = props;
  if (keys.length < 2) return null;
  return (
    <select
      className="input select"
      aria-label={general.usage.key}
      value={props.chosen}
      onChange={(event) => props.onChoose(event.target.value)}
    >
      <option value="">{general.usage.allKeys}</option>
      {keys.map(({ id, name, hint }) => (
        <option key={id} value={id}>
          {keys.filter((key) => key.name === name).length > 1 ? `${name} (${hint})` : name}
        </option>
      ))}
    </select>
  );
}
