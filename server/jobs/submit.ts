import { createHash } from 'node:crypto';
import type { CompressOptions } from '../../shared/index.ts';
import type { Database } from '../db/database.ts';
import type { JobRow } from '../db/schema.ts';
import type { ApiKey } from '../keys/key-service.ts';
import { type FieldError, fieldErrorsProblem, type Problem, ProblemError } from '../problem.ts';
import { nextTag } from './fairness.ts';
import { checkPlaces } from './places/check-places.ts';
import type { RemotePlaces } from './places/remote-places.ts';
import { queuedDocuments, queuedJob } from './queued-rows.ts';
import { type Transacting, takeQuota } from './quota.ts';
import type { Sealer } from './sealer.ts';
import type { WantedDocument, WantedJob } from './wanted-job.ts';

export interface SubmitDeps {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly remote: RemotePlaces;
  /** Documents of a key that have not ended. */
  readonly maxOpen: number;
  /** Set if there is no room for results: a repeated call gets its job nevertheless. */
  readonly full: Problem | undefined;
  readonly now: () => number;
}

/** Rows of one statement: SQLite takes 32,766 values. */
const ROWS = 500;
/** Retry-After of a key with too many open documents. */
const OPEN_RETRY_S = 30;

/**
 * Takes a job in: its rows, its quota and its place in line in one transaction, or nothing of it.
 *
 * @throws ProblemError `invalid_parameter` for files that are not there and addresses that may not be asked, `busy`, `too_many_open`, `daily_limit`, `idempotency_mismatch`
 */
export async function submitJob(
  { db, sealer, remote, maxOpen, full, now }: SubmitDeps,
  key: ApiKey,
  wanted: WantedJob,
): Promise<{ readonly job: JobRow; readonly isNew: boolean }> {
  checkPlaces(remote, wanted.documents);
  return db.transaction().execute(async (transaction) => {
    const time = now();
    // Locks the key's row: calls of one key come one after the other, in all processes.
    await transaction.updateTable('api_keys').set({ last_used_at: time }).where('id', '=', key.id).execute();
    const requestId = wanted.name === undefined ? null : requestIdOf(key.id, wanted.name.idempotencyKey);
    const before = await jobOfRequest(transaction, requestId);
    const older = before ?? (await jobOfOlderVersion(transaction, key.id, wanted));
    if (older !== undefined) {
      if (before !== undefined && before.fingerprint !== wanted.name?.fingerprint)
        throw new ProblemError({ code: 'idempotency_mismatch' });
      return { job: older, isNew: false };
    }
    if (full !== undefined) throw new ProblemError(full);
    const sizes = await sizesOf(transaction, key.id, wanted.documents);
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    await refuseTooMany(transaction, key.id, sizes.length, maxOpen);
    if (!wanted.isCounted) await takeQuota(transaction, key, { documents: sizes.length, bytes }, time);

    const job = queuedJob(key.id, requestId, wanted, sizes.length, time);
    const rows = queuedDocuments(job, wanted.documents, sizes, await nextTag(transaction, key.id), sealer);
    await transaction.insertInto('jobs').values(job).execute();
    for (let at = 0; at < rows.length; at += ROWS)
      await transaction
        .insertInto('job_documents')
        .values(rows.slice(at, at + ROWS))
        .execute();
    return { job, isNew: true };
  });
}

async function sizesOf(
  transaction: Transacting,
  keyId: string,
  documents: readonly WantedDocument[],
): Promise<readonly number[]> {
  const ids = [...new Set(documents.flatMap(({ input }) => ('upload' in input ? input.upload : [])))];
  const sizes = new Map<string, number>();
  for (let at = 0; at < ids.length; at += ROWS) {
    const found = await transaction
      .updateTable('files')
      // Changes nothing, but a file that is locked is not removed before the job's rows can be seen.
      .set((row) => ({ bytes: row.ref('bytes') }))
      .returning(['id', 'bytes'])
      .where('key_id', '=', keyId)
      .where('id', 'in', ids.slice(at, at + ROWS))
      .execute();
    for (const { id, bytes } of found) sizes.set(id, bytes);
  }
  const faults = documents.flatMap(({ input }, n): FieldError[] =>
    !('upload' in input) || sizes.has(input.upload)
      ? []
      : [
          {
            code: 'invalid_parameter',
            field: `documents.${n}.input.upload`,
            message: 'names no file of this key.',
          },
        ],
  );
  if (faults.length > 0) throw new ProblemError(fieldErrorsProblem(faults));
  // The size of what is elsewhere is known when it is read.
  return documents.map(({ input }) => ('upload' in input ? sizes.get(input.upload)! : 0));
}

async function refuseTooMany(
  transaction: Transacting,
  keyId: string,
  more: number,
  maxOpen: number,
): Promise<void> {
  const { open } = await transaction
    .selectFrom('jobs')
    .select((row) => row.fn.coalesce(row.fn.sum<number>('open'), row.lit(0)).as('open'))
    .where('key_id', '=', keyId)
    .where('state', '!=', 'ended')
    .executeTakeFirstOrThrow();
  if (Number(open) + more > maxOpen)
    throw new ProblemError({ code: 'too_many_open', limit: maxOpen, retryAfterS: OPEN_RETRY_S });
}

async function jobOfRequest(transaction: Transacting, requestId: string | null): Promise<JobRow | undefined> {
  if (requestId === null) return undefined;
  return transaction.selectFrom('jobs').selectAll().where('request_id', '=', requestId).executeTakeFirst();
}

/** The job of the same document and options that a version took in whose fingerprints are not comparable. */
async function jobOfOlderVersion(
  transaction: Transacting,
  keyId: string,
  { name, documents: [document] }: WantedJob,
): Promise<JobRow | undefined> {
  if (name?.olderKey === undefined || document === undefined || !('upload' in document.input))
    return undefined;
  const job = await jobOfRequest(transaction, requestIdOf(keyId, name.olderKey));
  const row = await transaction
    .selectFrom('job_documents')
    .select('options')
    .where('job_id', '=', job?.id ?? '')
    .where('file_id', '=', document.input.upload)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  // Written by queued-rows.ts. Options that are newer have their defaults.
  const options = Object.entries(JSON.parse(row.options) as Partial<CompressOptions>);
  const isSame = options.every(
    ([option, value]) => document.options[option as keyof CompressOptions] === value,
  );
  return isSame ? job : undefined;
}

function requestIdOf(keyId: string, idempotencyKey: string): string {
  return createHash('sha256').update(`${keyId}\0${idempotencyKey}`).digest('hex');
}
