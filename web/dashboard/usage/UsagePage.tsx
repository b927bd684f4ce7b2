import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { words } from '../../text/dashboard/general.ts';
import { api } from '../api.ts';
import type { UsageResponse } from '../api-types.ts';
import { EmptyState } from '../EmptyState.tsx';
import { PageTitle } from '../PageTitle.tsx';
import { QueryBoundary } from '../QueryBoundary.tsx';
import { longDayText } from './dates.ts';
import { UsageChart } from './UsageChart.tsx';
import { UsageStats } from './UsageStats.tsx';
import { CsvLine, DayTable, KeyUsageTable } from './UsageTables.tsx';
import { ofKey, perDay, sinceFirstUse } from './usage-data.ts';

const { usage: text } = words;

const PERIODS = [7, 30, 90] as const;

export function UsagePage() {
  const [days, setDays] = useState<number>(30);
  const [keyId, setKeyId] = useState('');
  const query = useQuery({
    queryKey: ['usage', days],
    queryFn: () => api.usage(days),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const chosen = data?.keys.find(({ id }) => id === keyId);
  return (
    <>
      <PageTitle title={words.pages.usage} lead={data && leadText(data, chosen?.name)}>
        {data && data.rows.length > 0 && (
          <div className="row">
            <select
              className="input select"
              aria-label={text.key}
              value={chosen?.id ?? ''}
              onChange={(event) => setKeyId(event.target.value)}
            >
              <option value="">{text.allKeys}</option>
              {data.keys.map(({ id, name, hint }) => (
                <option key={id} value={id}>
                  {data.keys.filter((key) => key.name === name).length > 1 ? `${name} (${hint})` : name}
                </option>
              ))}
            </select>
            <select
              className="input select"
              aria-label={text.period}
              value={days}
              onChange={(event) => setDays(Number(event.target.value))}
            >
              {PERIODS.map((period) => (
                <option key={period} value={period}>
                  {text.lastDays(period)}
                </option>
              ))}
            </select>
          </div>
        )}
      </PageTitle>
      <QueryBoundary query={query}>
        {(answer) =>
          answer.rows.length === 0 ? (
            <EmptyState title={text.emptyTitle} text={text.empty}>
              <Link className="btn main" href="/dashboard/quick-start">
                {text.emptyLink}
              </Link>
            </EmptyState>
          ) : (
            <Usage usage={chosen === undefined ? answer : ofKey(answer, chosen.id)} />
          )
        }
      </QueryBoundary>
    </>
  );
}

function leadText({ days }: UsageResponse, key: string | undefined): string {
  const [first, last] = [days[0]!, days.at(-1)!];
  const isOneYear = first.slice(0, 4) === last.slice(0, 4);
  return text.lead(
    longDayText(first, { year: !isOneYear }),
    longDayText(last, { year: true }),
    key ?? text.everyKey,
  );
}

function Usage({ usage }: { readonly usage: UsageResponse }) {
  const days = perDay(usage);
  return (
    <div className="stack apart">
      <UsageStats rows={usage.rows} />
      <UsageChart days={sinceFirstUse(days)} />
      <KeyUsageTable usage={usage} />
      <DayTable days={days} />
      <CsvLine usage={usage} />
    </div>
  );
}
