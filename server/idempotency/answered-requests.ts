import { createHash } from 'node:crypto';
import type { CompressReport } from '../../shared/index.ts';
import type { Database } from '../db/database.ts';

/** Requests that named themselves with an `Idempotency-Key`, and what they were answered, for a day. */
export interface AnsweredRequests {
  /** What this request was answered before; undefined when it is new, or its day is over. */
  find(request: RequestName): Promise<Answered | undefined>;
  /** Keeps the first answer; a later one of the same name changes nothing. */
  remember(request: RequestName, answered: Answered): Promise<void>;
}

export interface RequestName {
  readonly keyId: string;
  /** As the client sent it. */
  readonly idempotencyKey: string;
}

export interface Answered {
  readonly fingerprint: string;
  readonly report: CompressReport;
}

const KEPT_MS = 24 * 60 * 60 * 1000;

export function createAnsweredRequests(db: Database, now: () => number = Date.now): AnsweredRequests {
  return {
    async find(request) {
      const row = await db
        .selectFrom('answered_requests')
        .select(['fingerprint', 'report'])
        .where('id', '=', idOf(request))
        .where('expires_at', '>', now())
        .executeTakeFirst();
      // Written below from a report.
      return row && { fingerprint: row.fingerprint, report: JSON.parse(row.report) as CompressReport };
    },

    async remember(request, { fingerprint, report }) {
      const time = now();
      await db.deleteFrom('answered_requests').where('expires_at', '<=', time).execute();
      const row = { id: idOf(request), fingerprint, report: JSON.stringify(withoutContent(report)) };
      await db
        .insertInto('answered_requests')
        .values({ ...row, expires_at: time + KEPT_MS })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    },
  };
}

function idOf({ keyId, idempotencyKey }: RequestName): string {
  return createHash('sha256').update(`${keyId}\0${idempotencyKey}`).digest('hex');
}

/** The one part of a report that quotes the document. */
function withoutContent({ checkFailure, ...report }: CompressReport): CompressReport {
  return checkFailure === undefined ? report : { ...report, checkFailure: placeOf(checkFailure) };
}

/** `12 0 R /Title: (Draft) became (Final)` without what stands there. */
export function placeOf(difference: string): string {
  return difference.split(':')[0]!;
}
