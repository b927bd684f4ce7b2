import { createHash } from 'node:crypto';
import type { CompressReport, Receipt } from '../../shared/index.ts';
import type { Database } from '../db/database.ts';
import type { Bookkeeping } from '../ops/bookkeeping.ts';

/** Requests that named themselves with an `Idempotency-Key`, and what they were answered, for a day. */
export interface AnsweredRequests {
  /** What this request was answered before; undefined when it is new, or its day is over. */
  find(request: RequestName): Promise<Answered | undefined>;
  /**
   * Keeps the first answer; a later one of the same name changes nothing. It never rejects: a document that is done
   * is handed out, and its request, should it come again, is new.
   */
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
  /** Where the first answer had one. */
  readonly receipt?: Receipt;
}

const KEPT_MS = 24 * 60 * 60 * 1000;

export function createAnsweredRequests(
  db: Database,
  bookkeeping: Bookkeeping,
  now: () => number = Date.now,
): AnsweredRequests {
  return {
    async find(request) {
      const row = await db
        .selectFrom('answered_requests')
        .select(['fingerprint', 'report'])
        .where('id', '=', idOf(request))
        .where('expires_at', '>', now())
        .executeTakeFirst();
      return row && { fingerprint: row.fingerprint, ...readKept(row.report) };
    },

    async remember(request, { fingerprint, report, receipt }) {
      const time = now();
      const row = {
        id: idOf(request),
        fingerprint,
        report: JSON.stringify({ report: withoutContent(report), receipt }),
      };
      await bookkeeping.write('answered-request', async () => {
        await db.deleteFrom('answered_requests').where('expires_at', '<=', time).execute();
        await db
          .insertInto('answered_requests')
          .values({ ...row, expires_at: time + KEPT_MS })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute();
      });
    },
  };
}

type Kept = Omit<Answered, 'fingerprint'>;

/** Written above, by this version or by one that kept reports alone. */
function readKept(text: string): Kept {
  const kept = JSON.parse(text) as Kept | CompressReport;
  return 'report' in kept ? kept : { report: kept };
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
  return difference.split(':')[0];
}
