import type { AuditEntry } from './audit-log.ts';

const COLUMNS = ['when', 'who', 'what', 'on', 'details', 'from'] as const;

/** Spreadsheets treat cells that start with these as formulas. */
const FORMULA = /^[=+\-@\t\r]/;

export const AUDIT_CSV_HEAD = csvLine(COLUMNS);

/** Entries as CSV rows (RFC 4180), without the header. */
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
