import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import type { Store } from '../store/folder-store.ts';
import { timeOf } from './ids.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Names that jobs give to files in the store (`ids.ts`). Other files are left alone. */
const OWN_NAME = /^(file|out)_[0-9a-z]{26}(\.|$)/;
/** Rows per sweep; the next sweep takes the rest. */
const BATCH = 500;

/** Removes expired results and inputs, and jobs that ended more than `keepJobsDays` ago. */
export async function expireJobs(
  db: Database,
  store: Store,
  keepJobsDays: number,
  now: number,
): Promise<void> {
  const results = await db
    .selectFrom('job_documents')
    .innerJoin('jobs', 'jobs.id', 'job_documents.job_id')
    .select(['job_documents.id', 'job_documents.output'])
    .where('jobs.keep_until', '<=', now)
    .where('job_documents.output', 'is not', null)
    .limit(BATCH)
    .execute();
  for (const { id, output } of results) {
    await db.updateTable('job_documents').set({ output: null }).where('id', '=', id).execute();
    if (output !== null) await store.remove(output);
  }
  await removeUnusedFiles(db, store, now, { expiredBy: now });
  await db
    .deleteFrom('jobs')
    .where('ended_at', '<', now - keepJobsDays * DAY_MS)
    .where('keep_until', '<=', now)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('job_documents')
            .select('job_documents.id')
            .whereRef('job_documents.job_id', '=', 'jobs.id')
            .where('job_documents.output', 'is not', null),
        ),
      ),
    )
    .execute();
}

/** Removes files that no job needs: one that is open, or whose documents could be tried again. */
export async function removeUnusedFiles(
  db: Database,
  store: Store,
  now: number,
  which: { readonly expiredBy: number } | { readonly ids: readonly string[] },
): Promise<void> {
  const removed = await db.transaction().execute(async (transaction) => {
    // Locks them first: of a job that is being made the next statement sees all rows.
    const locked = await transaction
      .updateTable('files')
      .set((row) => ({ bytes: row.ref('bytes') }))
      .$call((query) =>
        'ids' in which
          ? query.where('id', 'in', which.ids)
          : query.where('expires_at', '<=', which.expiredBy),
      )
      .where(isUnused(now))
      .returning('id')
      .execute();
    if (locked.length === 0) return [];
    const ids = locked.slice(0, BATCH).map(({ id }) => id);
    return transaction
      .deleteFrom('files')
      .where('id', 'in', ids)
      .where(isUnused(now))
      .returning('id')
      .execute();
  });
  for (const { id } of removed) await store.remove(id);
}

/** No job that can still be worked on or tried again has this file. */
function isUnused(now: number): (row: ExpressionBuilder<Schema, 'files'>) => Expression<SqlBool> {
  return (row) =>
    row.not(
      row.exists(
        row
          .selectFrom('job_documents')
          .innerJoin('jobs', 'jobs.id', 'job_documents.job_id')
          .select('job_documents.id')
          .whereRef('job_documents.file_id', '=', 'files.id')
          .where((job) => job.or([job('jobs.keep_until', 'is', null), job('jobs.keep_until', '>', now)])),
      ),
    );
}

/**
 * Removes what crashes left in the store without a row.
 *
 * @param madeBefore newer ones stay: another process may be about to write their row
 */
export async function removeOrphans(
  db: Database,
  store: Store,
  madeBefore = Number.POSITIVE_INFINITY,
): Promise<void> {
  const files = await db.selectFrom('files').select('id').execute();
  const results = await db
    .selectFrom('job_documents')
    .select('output')
    .where('output', 'is not', null)
    .execute();
  const known = new Set([...files.map(({ id }) => id), ...results.map(({ output }) => output)]);
  for (const name of await store.names())
    if (OWN_NAME.test(name) && !known.has(name) && timeOf(name) < madeBefore) await store.remove(name);
}
