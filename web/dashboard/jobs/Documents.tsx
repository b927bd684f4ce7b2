import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { words as text } from '../../text/dashboard/jobs.ts';
import { format } from '../../text/format.ts';
import { api } from '../api.ts';
import type { DocumentState, FailureResponse, JobResponse } from '../api-types.ts';
import { QueryBoundary } from '../QueryBoundary.tsx';
import { TableHead } from '../TableHead.tsx';
import { Failures } from './Failures.tsx';
import { sizesText } from './JobBar.tsx';
import { StateChips } from './StateChips.tsx';

const STATES: readonly DocumentState[] = ['failed', 'running', 'queued', 'done', 'cancelled'];

/** The documents of a job by state: those that failed first, by cause. */
export function Documents(props: {
  readonly job: JobResponse;
  readonly failures: readonly FailureResponse[];
}) {
  const { job, failures } = props;
  const [wanted, setWanted] = useState<DocumentState | null>(null);
  const there = STATES.filter((state) => job.counts[state] > 0);
  const chosen = there.find((state) => state === wanted) ?? there[0];
  if (chosen === undefined) return null;
  const retryable = failures.reduce((sum, failure) => sum + failure.retryable, 0);
  const others = job.counts.failed - retryable;
  const advice = [
    ...(retryable > 0 ? [text.canRetry(retryable)] : []),
    ...(others > 0 ? [text.needYou(others)] : []),
  ];
  return (
    <section className="panel" aria-labelledby="job-documents">
      <div className="panel-head">
        <div>
          <h2 id="job-documents">{chosen === 'failed' ? text.whatFailed : text.documents}</h2>
          {chosen === 'failed' && <p className="hint">{advice.join(' ')}</p>}
        </div>
        <StateChips
          label={text.filters.label}
          chosen={chosen}
          choices={there.map((name) => ({
            name,
            text: text.states[name],
            count: format.count(job.counts[name]),
          }))}
          onChoose={setWanted}
        />
      </div>
      {chosen === 'failed' ? (
        <Failures jobId={job.id} failures={failures} />
      ) : (
        <DocumentList key={chosen} jobId={job.id} state={chosen} />
      )}
    </section>
  );
}

function DocumentList({ jobId, state }: { readonly jobId: string; readonly state: DocumentState }) {
  const query = useInfiniteQuery({
    queryKey: ['job', jobId, 'documents', state],
    queryFn: ({ pageParam }) => api.jobDocuments(jobId, { state, after: pageParam }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
  return (
    <QueryBoundary query={query}>
      {({ pages }) => (
        <>
          <table className="cards-m">
            <TableHead columns={[text.document, { number: text.beforeAfter }, { number: text.tries }]} />
            <tbody>
              {pages
                .flatMap(({ documents }) => documents)
                .map(({ n, name, bytesIn, bytesOut, tries }) => (
                  <tr key={n}>
                    <th scope="row" className="key-name" dir="auto">
                      {name}
                    </th>
                    <td className="r" data-label={text.beforeAfter}>
                      {bytesOut === null ? '–' : sizesText(bytesIn, bytesOut)}
                    </td>
                    <td className="r" data-label={text.tries}>
                      {format.count(tries)}
                    </td>
                  </tr>
                ))}
            </tbody>
          </table>
          {query.hasNextPage && (
            <div className="panel-end">
              <button type="button" className="btn" onClick={() => void query.fetchNextPage()}>
                {text.showMore}
              </button>
            </div>
          )}
        </>
      )}
    </QueryBoundary>
  );
}
