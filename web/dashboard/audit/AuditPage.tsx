import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { words } from '../../text/dashboard/keys.ts';
import { words as people } from '../../text/dashboard/people.ts';
import { api } from '../api.ts';
import type { AuditEntry } from '../api-types.ts';
import { EmptyState } from '../EmptyState.tsx';
import { PeopleTabs } from '../members/PeopleTabs.tsx';
import { PageTitle } from '../PageTitle.tsx';
import { QueryBoundary } from '../QueryBoundary.tsx';
import { TableHead } from '../TableHead.tsx';
import { dateTimeText } from '../usage/dates.ts';
import { detailText } from './audit-detail.ts';

const { audit: text } = words;

/** The audit log, newest first. */
export function AuditPage() {
  const query = useInfiniteQuery({
    queryKey: ['audit'],
    queryFn: ({ pageParam }) => api.audit(pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
  return (
    <>
      <PageTitle title={people.page} tab={text.page} lead={text.lead}>
        <a className="btn" href="/api/dashboard/audit.csv" download>
          <Download className="i" aria-hidden />
          {text.csv}
        </a>
      </PageTitle>
      <PeopleTabs />
      <QueryBoundary query={query}>
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries);
          return entries.length === 0 ? (
            <EmptyState title={text.emptyTitle} text={text.empty}>
              {null}
            </EmptyState>
          ) : (
            <>
              <Entries entries={entries} />
              {query.hasNextPage && (
                <button type="button" className="btn" onClick={() => void query.fetchNextPage()}>
                  {text.earlier}
                </button>
              )}
            </>
          );
        }}
      </QueryBoundary>
    </>
  );
}

function Entries({ entries }: { readonly entries: readonly AuditEntry[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs a tab stop (WCAG 2.1.1)
    <section className="panel scrolls" tabIndex={0} aria-label={text.page}>
      <table className="cards-m">
        <TableHead columns={[text.when, text.who, text.what, text.details, text.from]} />
        <tbody>
          {entries.map(({ id, at, actor, action, subject, detail, address }) => (
            <tr key={id}>
              <td className="brief" data-label={text.when}>
                <time dateTime={new Date(at).toISOString()}>{dateTimeText(at)}</time>
              </td>
              <td className="actor" data-label={text.who}>
                {actor || text.nobody}
              </td>
              <th scope="row" className="key-name">
                {text.acts[action] ?? action}
              </th>
              <td className="hint details-of" data-label={text.details}>
                {[subject === actor ? '' : subject, detailText(detail)].filter(Boolean).join(' · ')}
              </td>
              <td className="nowrap" data-label={text.from}>
                {address}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
