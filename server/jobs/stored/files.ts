import { createHash } from 'node:crypto';
import { setImmediate as otherWork } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { FileRow, Schema } from '../../db/schema.ts';
import { overLimit } from '../../http/daily-limit.ts';
import type { ApiKey } from '../../keys/key-service.ts';
import { ProblemError } from '../../problem.ts';
import type { Store } from '../../store/folder-store.ts';
import { dayOf } from '../../usage/usage-recorder.ts';
import { newId } from '../ids.ts';
import type { StoreUse } from './store-use.ts';

/** A file without a job is kept for this long. */
const UNUSED_MS = 60 * 60 * 1000;
/** The same of a file that its own request makes a job of at once. */
const SUBMIT_MS = 60_000;
/** Hashed in one go, which takes a few milliseconds. */
const CHUNK_BYTES = 4 * 1024 * 1024;

export interface FileDeps {
  readonly db: Database;
  readonly store: Store;
  readonly use: StoreUse;
}

/**
 * Stores a document for jobs of this key. The same content again is the same file, stored once.
 *
 * @param isOneJob the request makes a job of it, and has counted it against the key's day
 * @throws ProblemError `busy` with the reason `store`, `daily_limit`
 */
export async function keepFile(
  { db, store, use }: FileDeps,
  key: Pick<ApiKey, 'id' | 'dailyBytes'>,
  document: Uint8Array,
  isOneJob: boolean,
  now: number,
): Promise<{ readonly file: FileRow; readonly isNew: boolean }> {
  const sha256 = await digestOf(document);
  const until = now + (isOneJob ? SUBMIT_MS : UNUSED_MS);
  const dailyBytes = isOneJob ? null : key.dailyBytes;
  const known = () =>
    db
      .updateTable('files')
      .set((row) => ({
        expires_at: row.case().when('expires_at', '<', until).then(until).else(row.ref('expires_at')).end(),
      }))
      .where('key_id', '=', key.id)
      .where('sha256', '=', sha256)
      .returningAll()
      .executeTakeFirst();
  const before = await known();
  if (before !== undefined) return { file: before, isNew: false };
  const full = await use.refusal(key.id, document.length, now);
  if (full !== undefined) throw new ProblemError(full);
  await refuseOverDay(db, key.id, dailyBytes, document.length, now);
  const file: FileRow = {
    id: newId('file', now),
    key_id: key.id,
    sha256,
    bytes: document.length,
    expires_at: until,
  };
  await store.put(file.id, [document]);
  use.add(key.id, document.length);
  try {
    const isNew = await db.transaction().execute(async (transaction) => {
      // Locks the key's row where uploads at the same time could pass its day together.
      if (dailyBytes !== null)
        await transaction
          .updateTable('api_keys')
          .set({ last_used_at: now })
          .where('id', '=', key.id)
          .execute();
      await refuseOverDay(transaction, key.id, dailyBytes, document.length, now);
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('files')
        .values(file)
        .onConflict((conflict) => conflict.columns(['key_id', 'sha256']).doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows !== 0n;
    });
    if (isNew) return { file, isNew };
  } catch (error) {
    // After any other error the row may be there: a connection can break once it is written. Orphans go hourly.
    if (error instanceof ProblemError) await store.remove(file.id);
    throw error;
  }
  // A concurrent upload of the same content was first.
  await store.remove(file.id);
  return { file: (await known())!, isNew: false };
}

/**
 * Uploads count against the key's day when a job has them. Until then they may not be more than the day has left.
 *
 * @throws ProblemError `daily_limit`
 */
async function refuseOverDay(
  db: Kysely<Schema>,
  keyId: string,
  dailyBytes: number | null,
  bytes: number,
  now: number,
): Promise<void> {
  if (dailyBytes === null) return;
  const day = await db
    .selectFrom('usage_days')
    .select('bytes_in')
    .where('day', '=', dayOf(now))
    .where('key_id', '=', keyId)
    .executeTakeFirst();
  const unused = await db
    .selectFrom('files')
    .select((row) => row.fn.sum<number | null>('bytes').as('bytes'))
    .where('key_id', '=', keyId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('job_documents')
            .select('job_documents.id')
            .whereRef('job_documents.file_id', '=', 'files.id'),
        ),
      ),
    )
    .executeTakeFirst();
  if ((day?.bytes_in ?? 0) + Number(unused?.bytes ?? 0) + bytes > dailyBytes)
    throw new ProblemError(overLimit('bytes', dailyBytes, now));
}

async function digestOf(document: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < document.length; at += CHUNK_BYTES) {
    hash.update(document.subarray(at, at + CHUNK_BYTES));
    if (at + CHUNK_BYTES < document.length) await otherWork();
  }
  return hash.digest('hex');
}
