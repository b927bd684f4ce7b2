import type { AuditEntry } from './audit-log.ts';

const COLUMNS = ['when', 'who', 'what', 'on', 'details', 'from'] as const;

/** A spreadsheet takes what begins with one of these for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

export const AUDIT_CSV_HEAD = csvLine(COLUMNS);

/** Entries as lines of a table for other programs (RFC 4180), without its head. */
export function auditCsv(entries: readonly AuditEntry[]): string {
  return entries
    .map(({ at, actor, action, subject, detail, address }) =>
      csvLine([new Date(at).toISOString(), actor, action, subject, detail, address]),
    )
    .join('');
}

function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(text: string): string {
  const plain = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
