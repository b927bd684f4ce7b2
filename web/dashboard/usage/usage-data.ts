import type { UsageResponse, UsageRow } from '../api-types.ts';

/** Sums of requests and bytes. */
export type Totals = Omit<UsageRow, 'day' | 'keyId'>;

const NOTHING: Totals = { requests: 0, errors: 0, bytesIn: 0, bytesOut: 0, bytesSaved: 0 };

export function totalsOf(rows: readonly Totals[]): Totals {
  return rows.reduce(
    (sum, row) => ({
      requests: sum.requests + row.requests,
      errors: sum.errors + row.errors,
      bytesIn: sum.bytesIn + row.bytesIn,
      bytesOut: sum.bytesOut + row.bytesOut,
      bytesSaved: sum.bytesSaved + row.bytesSaved,
    }),
    NOTHING,
  );
}

/** Bytes of compressed documents: output plus saved bytes. */
export function compressedBytes({ bytesOut, bytesSaved }: Totals): number {
  return bytesOut + bytesSaved;
}

/** Bytes of documents that failed, or were only inspected or compared, and so have no output. */
export function otherBytes(totals: Totals): number {
  return Math.max(0, totals.bytesIn - compressedBytes(totals));
}

/** The same response with only the rows of one key. */
export function ofKey(usage: UsageResponse, keyId: string): UsageResponse {
  return { ...usage, rows: usage.rows.filter((row) => row.keyId === keyId) };
}

/** Every day of the period, including those without requests. */
export function perDay({ days, rows }: UsageResponse): readonly (Totals & { readonly day: string })[] {
  return days.map((day) => ({ day, ...totalsOf(rows.filter((row) => row.day === day)) }));
}

/** The days from the first with requests on, so that a new server fills its chart. */
export function sinceFirstUse<Day extends Totals>(days: readonly Day[]): readonly Day[] {
  const first = days.findIndex(({ requests }) => requests > 0);
  return first === -1 ? days : days.slice(first);
}

/** Every key with usage, the busiest first. */
export function perKey({
  keys,
  rows,
}: UsageResponse): readonly (Totals & { readonly id: string; readonly name: string })[] {
  return keys
    .map(({ id, name }) => ({ id, name, ...totalsOf(rows.filter((row) => row.keyId === id)) }))
    .filter(({ requests }) => requests > 0)
    .sort((a, b) => b.requests - a.requests);
}

const CSV_HEAD = [
  'day',
  'key',
  'key_hint',
  'requests',
  'errors',
  'bytes_in',
  'bytes_out',
  'bytes_saved',
  'bytes_not_compressed',
];

/** The rows as CSV (RFC 4180), one line per day and key with requests. */
export function usageCsv({ keys, rows }: UsageResponse): string {
  const known = new Map(keys.map((key) => [key.id, key]));
  const lines = rows.map((row) => [
    row.day,
    harmless(known.get(row.keyId)?.name ?? row.keyId),
    known.get(row.keyId)?.hint ?? '',
    ...[row.requests, row.errors, row.bytesIn, row.bytesOut, row.bytesSaved, otherBytes(row)].map(String),
  ]);
  // The byte order mark tells spreadsheets that this is UTF-8.
  return `\ufeff${[CSV_HEAD, ...lines].map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')}`;
}

/** Prefixes a quote to names that a spreadsheet would treat as a formula, as OWASP advises. */
function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export interface Scale {
  /** Top of the axis, a multiple of `step`. */
  readonly top: number;
  readonly step: number;
}

/** Minimum step: for little or no data, an axis of single bytes would look odd. */
const SMALLEST_STEP = 1000;

/** An axis of three readable steps that ends at or above `most`. */
export function scaleFor(most: number): Scale {
  const steps = 3;
  const least = Math.max(most / steps, SMALLEST_STEP);
  const unit = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 3, 4, 5, 10].find((one) => one * unit >= least) ?? 10;
  return { step: factor * unit, top: factor * unit * steps };
}
