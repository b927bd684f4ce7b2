import { z } from 'zod';
import type { AuditLog } from '../../audit/audit-log.ts';
import { auditCsv } from '../../audit/csv.ts';
import type { Methods } from '../../http/mount.ts';
import { fieldWords } from '../../text/dashboard.ts';
import type { AuditAnswer } from './answers.ts';
import { readQuery } from './read-json.ts';

export interface AuditRouteDeps {
  readonly audit: AuditLog;
}

const PAGE_ENTRIES = 100;
/** Of years; what is more is the database's to give. */
const CSV_ENTRIES = 100_000;

const QUERY = z.object({
  before: z
    .string()
    .regex(/^\d{1,15}$/, { error: fieldWords.time })
    .transform(Number)
    .optional(),
});

/** Who did what, for people and as a table. */
export function auditRoutes({ audit }: AuditRouteDeps): Readonly<Record<string, Methods>> {
  return {
    audit: {
      GET: async (c) => {
        const entries = await audit.list(PAGE_ENTRIES + 1, readQuery(c, QUERY).before);
        return c.json<AuditAnswer>({
          entries: entries.slice(0, PAGE_ENTRIES),
          hasMore: entries.length > PAGE_ENTRIES,
        });
      },
    },

    'audit.csv': {
      GET: async (c) =>
        c.body(auditCsv(await audit.list(CSV_ENTRIES)), 200, {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': 'attachment; filename="pagelight-audit-log.csv"',
        }),
    },
  };
}
