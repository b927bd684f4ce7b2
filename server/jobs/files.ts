import { createHash } from 'node:crypto';
import { setImmediate as otherWork } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import type { FileRow } from '../db/schema.ts';
import { busyProblem, ProblemError } from '../problem.ts';
import type { Store } from '../store/folder-store.ts';
import { newId } from './ids.ts';

/** How long a file waits for its job. */
const UNUSED_MS = 60 * 60 * 1000;
/** A few milliseconds of hashing, after which other requests get their turn. */
const CHUNK_BYTES = 4 * 1024 * 1024;
/** When somebody for whom the store has no room should come again. */
const FULL_RETRY_S = 60;

/**
 * Keeps a document for jobs of this key. The same content again is the same file, and nothing is stored twice.
 *
 * @throws ProblemError `busy` with the reason `store`
 */
export async function keepFile(
  { db, store, maxBytes }: { readonly db: Database; readonly store: Store; readonly maxBytes: number },
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
  if ((await storedBytes(db)) + document.length > maxBytes)
    throw new ProblemError(busyProblem('store', FULL_RETRY_S));
  const file: FileRow = {
    id: newId('file', now),
    key_id: keyId,
    sha256,
    bytes: document.length,
    expires_at: until,
  };
  await store.put(file.id, [document]);
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('files')
    .values(file)
    .onConflict((conflict) => conflict.columns(['key_id', 'sha256']).doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 0n) return { file, isNew: true };
  // The same was sent twice at the same moment.
  await store.remove(file.id);
  return { file: (await known())!, isNew: false };
}

/** Bytes that files and results take. */
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
