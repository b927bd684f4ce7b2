import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { words as general } from '../../text/dashboard/general.ts';
import { causeText, words as text } from '../../text/dashboard/jobs.ts';
import { format } from '../../text/format.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { api } from '../api.ts';
import type { FailureResponse, JobDocumentResponse } from '../api-types.ts';
import { TableHead } from '../TableHead.tsx';
import { requestText } from './request-text.ts';

/** Failed documents by cause, the most frequent first. */
export function Failures(props: { readonly jobId: string; readonly failures: readonly FailureResponse[] }) {
  return (
    <table className="cards-m">
      <TableHead columns={[text.document, text.problem, text.tries]} actions={general.keys.actions} />
      <tbody>
        {props.failures.map((failure) => (
          <Failure key={failure.document.n} jobId={props.jobId} failure={failure} />
        ))}
      </tbody>
    </table>
  );
}

function Failure({ jobId, failure }: { readonly jobId: string; readonly failure: FailureResponse }) {
  const [isWhole, setIsWhole] = useState(false);
  const { document, count } = failure;
  if (isWhole) return <All jobId={jobId} like={document.n} />;
  if (count === 1) return <DocumentRow document={document} />;
  const name = text.andMore(document.name, format.count(count - 1));
  return (
    <Row document={document} name={name}>
      <button type="button" className="btn small" onClick={() => setIsWhole(true)}>
        {text.showAll(format.count(count))}
        <span className="sr"> {document.problem?.code}</span>
      </button>
    </Row>
  );
}

/** All documents with the same cause, a page at a time. */
function All({ jobId, like }: { readonly jobId: string; readonly like: number }) {
  const query = useInfiniteQuery({
    queryKey: ['job', jobId, 'documents', 'failed', like],
    queryFn: ({ pageParam }) => api.jobDocuments(jobId, { state: 'failed', like, after: pageParam }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
  return (
    <>
      {query.data?.pages
        .flatMap(({ documents }) => documents)
        .map((document) => (
          <DocumentRow key={document.n} document={document} />
        ))}
      {query.hasNextPage && (
        <tr>
          <td colSpan={4} className="wide">
            <button type="button" className="btn small" onClick={() => void query.fetchNextPage()}>
              {text.showMore}
            </button>
          </td>
        </tr>
      )}
    </>
  );
}

function DocumentRow({ document }: { readonly document: JobDocumentResponse }) {
  return (
    <Row document={document} name={document.name}>
      {document.request !== null && (
        <CopyButton
          className="btn small"
          label={text.copyRequest}
          about={document.name}
          text={requestText(location.origin, document.request)}
        />
      )}
    </Row>
  );
}

function Row(props: {
  readonly document: JobDocumentResponse;
  readonly name: string;
  readonly children: ReactNode;
}) {
  const { problem, tries } = props.document;
  return (
    <tr>
      <th scope="row" className="key-name">
        <bdi>{props.name}</bdi>
        {problem !== null && <span className="hint">{causeText(problem)}</span>}
      </th>
      <td data-label={text.problem}>
        <code>{problem?.code}</code>
      </td>
      <td data-label={text.tries}>{format.count(tries)}</td>
      <td className="r wide">{props.children}</td>
    </tr>
  );
}
