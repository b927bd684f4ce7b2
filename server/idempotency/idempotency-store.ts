import { createHash } from 'node:crypto';
import type { CompressReport } from '../../shared/index.ts';
import type { BestEffortWrites } from '../db/best-effort-writes.ts';
import type { DatabaseClock } from '../db/clock.ts';
import type { Database } from '../db/database.ts';
import { FINGERPRINT_FORM } from './fingerprint.ts';
import { createRequestLeases, type RequestLease } from './request-leases.ts';
import type { CachedResult, ResultCache } from './result-cache.ts';

/** Requests with an `Idempotency-Key` and their results, kept for a day. */
export interface IdempotencyStore {
  /** Looks up a request. If it is new, it is claimed for the caller, who must end the claim. */
  begin(request: IdempotencyScope, fingerprint: string): Promise<BeginResult>;
}

export type BeginResult =
  | { readonly kind: 'new'; readonly claim: Claim }
  /** A request with this key is running, here or on another replica. */
  | { readonly kind: 'running' }
  /** The key was used for another document or other options. */
  | { readonly kind: 'mismatch' }
  | { readonly kind: 'answered'; readonly answered: Partial<CachedResult> };

/** The exclusive right to run a request. */
export interface Claim {
  /** Stores the result. Never rejects: the response is sent all the same, and a repeat would count as new. */
  finish(answered: CachedResult): Promise<void>;
  /** Releases the claim without a result: the next request with this key is new. */
  drop(): Promise<void>;
}

export interface IdempotencyScope {
  readonly keyId: string;
  /** As sent by the client. */
  readonly idempotencyKey: string;
}

const RESPONSE_TTL_MS = 24 * 60 * 60 * 1000;
/** A report on hundreds of images is longer; then only its fingerprint is kept. */
export const MAX_REPORT_BYTES = 8 * 1024;

export function createIdempotencyStore(
  db: Database,
  bookkeeping: BestEffortWrites,
  results: ResultCache,
  now: () => number = Date.now,
  databaseNow: DatabaseClock = async () => now(),
): IdempotencyStore {
  const running = createRequestLeases(db, bookkeeping, databaseNow);

  const find = async (id: string, fingerprint: string): Promise<BeginResult | undefined> => {
    const row = await db
      .selectFrom('answered_requests')
      .select(['fingerprint', 'report'])
      .where('id', '=', id)
      .where('expires_at', '>', now())
      .executeTakeFirst();
    if (row === undefined) return undefined;
    if (row.fingerprint !== fingerprint) return { kind: 'mismatch' };
    return { kind: 'answered', answered: results.get(id) ?? readKept(row.report) };
  };

  const remember = async (
    id: string,
    keyId: string,
    fingerprint: string,
    { report, receipt }: CachedResult,
  ) => {
    const time = now();
    // After minutes, a repeat is answered from here only if it wants report and receipt alone; others run again. So a
    // client that sends a million PDFs a day leaves only a million short rows.
    const text = receipt === undefined ? '{}' : JSON.stringify({ report: withoutContent(report), receipt });
    await bookkeeping.write('answered-request', async () => {
      await db.deleteFrom('answered_requests').where('expires_at', '<=', time).execute();
      await db
        .insertInto('answered_requests')
        .values({
          id,
          key_id: keyId,
          fingerprint,
          report: Buffer.byteLength(text) <= MAX_REPORT_BYTES ? text : '{}',
          expires_at: time + RESPONSE_TTL_MS,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    });
  };

  const claimOf = (id: string, keyId: string, fingerprint: string, mine: RequestLease): Claim => ({
    async finish(answered) {
      results.set(id, answered);
      await remember(id, keyId, fingerprint, answered);
      await mine.release();
    },
    drop: () => mine.release(),
  });

  return {
    async begin(request, fingerprint) {
      const id = idOf(request);
      const before = await find(id, fingerprint);
      if (before !== undefined) return before;
      const begun = await running.begin(id, fingerprint);
      if (begun === 'running' || begun === 'mismatch') return { kind: begun };
      // It may have finished just before it was claimed again.
      const meanwhile = await find(id, fingerprint);
      if (meanwhile === undefined)
        return { kind: 'new', claim: claimOf(id, request.keyId, fingerprint, begun) };
      await begun.release();
      return meanwhile;
    },
  };
}

type Kept = Partial<Omit<CachedResult, 'bytes'>>;

/** Written above, by this version or by one that stored reports alone. */
function readKept(text: string): Kept {
  const kept = JSON.parse(text) as Kept | CompressReport;
  return 'inputSize' in kept ? { report: kept } : kept;
}

function idOf({ keyId, idempotencyKey }: IdempotencyScope): string {
  return createHash('sha256').update(`${keyId}\0${idempotencyKey}\0${FINGERPRINT_FORM}`).digest('hex');
}

/** Removes the only part of a report that quotes the document. */
function withoutContent({ checkFailure, ...report }: CompressReport): CompressReport {
  return checkFailure === undefined ? report : { ...report, checkFailure: placeOf(checkFailure) };
}

/** Strips the quoted content: `12 0 R /Title: (Draft) became (Final)` becomes `12 0 R /Title`. */
export function placeOf(difference: string): string {
  const [place = ''] = difference.split(':');
  return place;
}
