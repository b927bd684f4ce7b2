import type { AuditEntry } from './audit-log.ts';

const COLUMNS = ['when', 'who', 'what', 'on', 'details', 'from'] as const;

/** The log as a table for other programs (RFC 4180). */
export function auditCsv(entries: readonly AuditEntry[]): string {
  const rows = entries.map(({ at, actor, action, subject, detail, address }) => [
    new Date(at).toISOString(),
    actor,
    action,
    subject,
    detail,
    address,
  ]);
  return [COLUMNS, ...rows].map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}

/** A spreadsheet takes what begins with one of these for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

function cell(text: string): string {
  const plain = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
