import { createHash } from 'node:crypto';
import { setImmediate as otherWork } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import type { FileRow } from '../db/schema.ts';
import { busyProblem, ProblemError } from '../problem.ts';
import type { Store } from '../store/folder-store.ts';
import { newId } from './ids.ts';

/** A file without a job is kept for this long. */
const UNUSED_MS = 60 * 60 * 1000;
/** Hashed in one go, which takes a few milliseconds. */
const CHUNK_BYTES = 4 * 1024 * 1024;
/** Retry-After of a full store. */
const FULL_RETRY_S = 60;
/** The rows of all files and results are summed at most this often. */
const COUNT_INTERVAL_MS = 10_000;

export interface FileDeps {
  readonly db: Database;
  readonly store: Store;
  readonly use: StoreUse;
  readonly maxBytes: number;
}

/** Bytes that files and results take on the disk. */
export interface StoreUse {
  bytes(now: number): Promise<number>;
  /** Counts bytes that were stored since the last sum. */
  add(bytes: number): void;
}

export function createStoreUse(db: Database): StoreUse {
  let counted = { at: Number.NEGATIVE_INFINITY, bytes: 0 };
  return {
    async bytes(now) {
      if (now - counted.at >= COUNT_INTERVAL_MS) counted = { at: now, bytes: await storedBytes(db) };
      return counted.bytes;
    },
    add(bytes) {
      counted.bytes += bytes;
    },
  };
}

/**
 * Stores a document for jobs of this key. The same content again is the same file, stored once.
 *
 * @throws ProblemError `busy` with the reason `store`
 */
export async function keepFile(
  { db, store, use, maxBytes }: FileDeps,
  keyId: string,
  document: Uint8Array,
  now: number,
): Promise<{ readonly file: FileRow; readonly isNew: boolean }> {
  const sha256 = await digestOf(document);
  const until = now + UNUSED_MS;
  const known = () =>
    db
      .updateTable('files')
      .set({ expires_at: until })
      .where('key_id', '=', keyId)
      .where('sha256', '=', sha256)
      .returningAll()
      .executeTakeFirst();
  const before = await known();
  if (before !== undefined) return { file: before, isNew: false };
  if ((await use.bytes(now)) + document.length > maxBytes)
    throw new ProblemError(busyProblem('store', FULL_RETRY_S));
  const file: FileRow = {
    id: newId('file', now),
    key_id: keyId,
    sha256,
    bytes: document.length,
    expires_at: until,
  };
  await store.put(file.id, [document]);
  use.add(document.length);
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('files')
    .values(file)
    .onConflict((conflict) => conflict.columns(['key_id', 'sha256']).doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 0n) return { file, isNew: true };
  // A concurrent upload of the same content was first.
  await store.remove(file.id);
  return { file: (await known())!, isNew: false };
}

async function storedBytes(db: Database): Promise<number> {
  const files = await db
    .selectFrom('files')
    .select((row) => row.fn.sum<number>('bytes').as('bytes'))
    .executeTakeFirst();
  const results = await db
    .selectFrom('job_documents')
    .select((row) => row.fn.sum<number>('bytes_out').as('bytes'))
    .where('output', 'is not', null)
    .executeTakeFirst();
  return Number(files?.bytes ?? 0) + Number(results?.bytes ?? 0);
}

async function digestOf(document: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < document.length; at += CHUNK_BYTES) {
    hash.update(document.subarray(at, at + CHUNK_BYTES));
    if (at + CHUNK_BYTES < document.length) await otherWork();
  }
  return hash.digest('hex');
}
