import { ChevronDown } from 'lucide-react';
import { download } from '../../device/download.ts';
import { words } from '../../text/dashboard/general.ts';
import { format } from '../../text/format.ts';
import type { UsageResponse } from '../api-types.ts';
import { TableHead } from '../TableHead.tsx';
import { dayText } from './dates.ts';
import { compressedBytes, otherBytes, perKey, type Totals, usageCsv } from './usage-data.ts';

const { usage: text } = words;

export function KeyUsageTable({ usage }: { readonly usage: UsageResponse }) {
  const rows = perKey(usage).map((row) => ({ ...row, head: row.name }));
  return <TotalsTable head={text.key} rows={rows} />;
}

/** The chart's numbers. */
export function DayTable({ days }: { readonly days: readonly (Totals & { readonly day: string })[] }) {
  const rows = days.map((day) => ({ ...day, id: day.day, head: dayText(day.day) })).reverse();
  return (
    <details className="ended">
      <summary>
        {text.eachDay}
        <ChevronDown className="i" aria-hidden />
      </summary>
      <TotalsTable head={text.day} rows={rows} />
    </details>
  );
}

const columns: readonly { readonly name: string; readonly shown: (row: Totals) => string }[] = [
  { name: text.requests, shown: ({ requests }) => format.count(requests) },
  { name: text.failed, shown: ({ errors }) => format.count(errors) },
  { name: text.received, shown: (row) => format.bytes(compressedBytes(row)) },
  { name: text.sentBack, shown: ({ bytesOut }) => format.bytes(bytesOut) },
  { name: text.saved, shown: ({ bytesSaved }) => format.bytes(bytesSaved) },
  { name: text.notCompressed, shown: (row) => format.bytes(otherBytes(row)) },
];

/** On phones each row is a card. */
function TotalsTable(props: {
  readonly head: string;
  readonly rows: readonly (Totals & { readonly id: string; readonly head: string })[];
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs a tab stop (WCAG 2.1.1)
    <section className="panel scrolls" tabIndex={0} aria-label={props.head}>
      <table className="cards-m">
        <TableHead columns={[props.head, ...columns.map(({ name }) => ({ number: name }))]} />
        <tbody>
          {props.rows.map((row) => (
            <tr key={row.id}>
              <th scope="row" className="row-head">
                {row.head}
              </th>
              {columns.map((column) => (
                <td className="r" key={column.name} data-label={column.name}>
                  {column.shown(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export function CsvLine({ usage }: { readonly usage: UsageResponse }) {
  const save = () => {
    const { days } = usage;
    const csv = new Blob([usageCsv(usage)], { type: 'text/csv' });
    download(csv, `pagelight-usage-${days[0]}-to-${days.at(-1)}.csv`);
  };
  return (
    <p className="hint">
      <button type="button" className="link" onClick={save}>
        {text.csv}
      </button>{' '}
      · {text.privacy}
    </p>
  );
}
