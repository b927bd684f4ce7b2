import { z } from 'zod';
import type { AuditResponse } from '../../../shared/api/dashboard.ts';
import type { AuditCursor, AuditEntry, AuditLog } from '../../audit/audit-log.ts';
import { AUDIT_CSV_HEAD, auditCsv } from '../../audit/csv.ts';
import type { Methods } from '../../http/mount.ts';
import { streamOf } from '../../http/response/response-file.ts';
import { fieldWords } from '../../text/dashboard.ts';
import { readQuery } from './read-json.ts';

export interface AuditRouteDeps {
  readonly audit: AuditLog;
}

const PAGE_ENTRIES = 100;
/** A long log is written in pieces, so that other requests are served in between. */
const CSV_PIECE_ENTRIES = 1000;

const PLACE = /^(\d{1,15})-(.{1,40})$/;
const QUERY = z.object({
  before: z.string().regex(PLACE, { error: fieldWords.auditPlace }).transform(placeOf).optional(),
});

/** The audit log, as JSON and CSV. */
export function auditRoutes({ audit }: AuditRouteDeps): Readonly<Record<string, Methods>> {
  return {
    audit: {
      GET: async (c) => {
        const found = await audit.list(PAGE_ENTRIES + 1, readQuery(c, QUERY).before);
        const entries = found.slice(0, PAGE_ENTRIES);
        const next = found.length > PAGE_ENTRIES ? textOf(entries.at(-1)!) : null;
        return c.json<AuditResponse>({ entries, next });
      },
    },

    'audit.csv': {
      GET: (c) =>
        c.body(streamOf(csvPieces(audit)), 200, {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': 'attachment; filename="pagelight-audit-log.csv"',
        }),
    },
  };
}

/** `1800000000000-k7M2…`: time and id of an entry. */
function textOf({ at, id }: AuditCursor): string {
  return `${at}-${id}`;
}

function placeOf(text: string): AuditCursor {
  const [, at, id] = PLACE.exec(text)!; // validated by the schema
  return { at: Number(at), id: id! };
}

/** The whole log, newest first. */
async function* csvPieces(audit: AuditLog): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder();
  yield bytes.encode(AUDIT_CSV_HEAD);
  let last: AuditEntry | undefined;
  do {
    const entries: readonly AuditEntry[] = await audit.list(CSV_PIECE_ENTRIES, last);
    if (entries.length > 0) yield bytes.encode(auditCsv(entries));
    last = entries.at(-1);
  } while (last !== undefined);
}
