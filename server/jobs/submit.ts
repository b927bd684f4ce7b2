import { createHash } from 'node:crypto';
import type { CompressOptions } from '../../shared/index.ts';
import type { Database } from '../db/database.ts';
import type { JobDocumentRow, JobRow } from '../db/schema.ts';
import type { ApiKey } from '../keys/key-service.ts';
import { type FieldError, fieldErrorsProblem, ProblemError } from '../problem.ts';
import { costOf, nextTag } from './fairness.ts';
import { newId } from './ids.ts';
import { checkPlaces } from './places/check-places.ts';
import { type DocumentSecrets, sealSecrets } from './places/document-secrets.ts';
import { type Input, type Output, shownInput, shownOutput } from './places/places.ts';
import type { RemotePlaces } from './places/remote-places.ts';
import type { JobQueue } from './queue/job-queue.ts';
import { type Transacting, takeQuota } from './quota.ts';
import type { Sealer } from './sealer.ts';

export interface WantedJob {
  readonly documents: readonly WantedDocument[];
  readonly keepHours: number;
  readonly labels: Readonly<Record<string, string>>;
  /** When so many of its documents failed, the rest is not tried. */
  readonly failAfter?: FailAfter | undefined;
  /** Receiver of events, one of the key's own. */
  readonly webhook?: { readonly id: string; readonly events: string } | undefined;
  /** The client's own name for the request, and what it asked for: the same again gives the same job. */
  readonly name: { readonly idempotencyKey: string; readonly fingerprint: string } | undefined;
  /** Whether the documents were taken from the key's day before, as those of `/compress` are. */
  readonly isCounted: boolean;
}

export interface FailAfter {
  /** Share of the documents that have ended, from 0 to 1. */
  readonly failed: number;
  /** Number of documents that must have ended. */
  readonly atLeast: number;
}

export interface WantedDocument {
  readonly ref: string | undefined;
  readonly input: Input;
  /** Without it the result is kept for download. */
  readonly output?: Output | undefined;
  readonly options: CompressOptions;
  readonly password: string | undefined;
}

export interface SubmitDeps {
  readonly db: Database;
  readonly queue: JobQueue;
  readonly sealer: Sealer;
  readonly remote: RemotePlaces;
  /** Documents of a key that have not ended. */
  readonly maxOpen: number;
  readonly now: () => number;
}

/** Rows of one statement: SQLite takes 32,766 values. */
const ROWS = 500;
/** Retry-After of a key with too many open documents. */
const OPEN_RETRY_S = 30;

/**
 * Takes a job in: its rows, its quota and its place in line in one transaction, or nothing of it.
 *
 * @throws ProblemError `invalid_parameter` for files that are not there and addresses that may not be asked, `too_many_open`, `daily_limit`, `idempotency_mismatch`
 */
export async function submitJob(
  { db, queue, sealer, remote, maxOpen, now }: SubmitDeps,
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
    if (before !== undefined) {
      if (before.fingerprint !== wanted.name?.fingerprint)
        throw new ProblemError({ code: 'idempotency_mismatch' });
      return { job: before, isNew: false };
    }
    const sizes = await sizesOf(transaction, key.id, wanted.documents);
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    await refuseTooMany(transaction, key.id, sizes.length, maxOpen);
    if (!wanted.isCounted) await takeQuota(transaction, key, { documents: sizes.length, bytes }, time);

    const job: JobRow = {
      id: newId('job', time),
      key_id: key.id,
      request_id: requestId,
      fingerprint: wanted.name?.fingerprint ?? '',
      state: 'queued',
      outcome: null,
      total: sizes.length,
      open: sizes.length,
      done: 0,
      failed: 0,
      cancelled: 0,
      bytes_in: 0,
      bytes_out: 0,
      keep_hours: wanted.keepHours,
      keep_until: null,
      labels: JSON.stringify(wanted.labels),
      webhook_id: wanted.webhook?.id ?? null,
      webhook_events: wanted.webhook?.events ?? null,
      fail_after: wanted.failAfter === undefined ? null : JSON.stringify(wanted.failAfter),
      created_at: time,
      started_at: null,
      ended_at: null,
    };
    let tag = await nextTag(transaction, key.id);
    const rows = wanted.documents.map((document, n): JobDocumentRow => {
      tag += costOf(sizes[n]!);
      const id = `${job.id}.${n}`;
      const { password, input, output } = document;
      return {
        id,
        job_id: job.id,
        key_id: key.id,
        n,
        ref: document.ref ?? null,
        state: 'queued',
        tag,
        lease: null,
        worker_id: null,
        attempts: 0,
        file_id: 'upload' in input ? input.upload : '',
        remote_input: 'upload' in input ? null : JSON.stringify(shownInput(input)),
        remote_output: output === undefined ? null : JSON.stringify(shownOutput(output)),
        remote_tries: 0,
        retry_at: null,
        options: JSON.stringify(document.options),
        sealed: sealSecrets(sealer, secretsOf(document), id),
        has_password: password === undefined ? 0 : 1,
        bytes_in: sizes[n]!,
        bytes_out: null,
        output: null,
        media_type: null,
        warnings: null,
        receipt: null,
        problem: null,
        started_at: null,
        ended_at: null,
      };
    });
    await queue.add(transaction, rows);
    await transaction.insertInto('jobs').values(job).execute();
    for (let at = 0; at < rows.length; at += ROWS)
      await transaction
        .insertInto('job_documents')
        .values(rows.slice(at, at + ROWS))
        .execute();
    return { job, isNew: true };
  });
}

function secretsOf({ password, input, output }: WantedDocument): DocumentSecrets {
  return {
    password,
    inputUrl: 'url' in input ? input.url : undefined,
    ...(output !== undefined && 'url' in output
      ? { outputUrl: output.url, outputHeaders: output.headers }
      : {}),
  };
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

function requestIdOf(keyId: string, idempotencyKey: string): string {
  return createHash('sha256').update(`${keyId}\0${idempotencyKey}`).digest('hex');
}
