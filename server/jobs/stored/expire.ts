import type { Expression, ExpressionBuilder, SelectQueryBuilder, SqlBool } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import type { Store } from '../../store/folder-store.ts';
import { timeOf } from '../ids.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Names that jobs give to files in the store (`ids.ts`). Other files are left alone. */
const OWN_NAME = /^(file|out)_[0-9a-z]{26}(\.|$)/;
/** Rows of one transaction. */
const BATCH = 500;
/** Jobs of one transaction: each may have thousands of rows. */
const JOBS = 10;
/** Rows of jobs that go in one statement, unless one job has more: PostgreSQL ends statements of requests after 4 s. */
const FORGOTTEN_ROWS = 10_000;
/** Files that are removed at the same time. */
const REMOVALS = 16;

export interface Expiry {
  readonly db: Database;
  readonly store: Store;
  /** Set with PostgreSQL: rows that another process is removing are skipped. */
  readonly isShared: boolean;
  /** An ended job is listed for so many days. */
  readonly jobDays: number;
}

/** Removes expired results and inputs, and jobs that ended more than `jobDays` ago, until none is left. */
export async function expireJobs(expiry: Expiry, now: number): Promise<void> {
  while (await expireResults(expiry, now));
  while (await expireFiles(expiry, now));
  while (await forgetJobs(expiry, now));
}

/** Removes results of expired jobs. A job is looked at until it has none, and never again. */
async function expireResults({ db, store, isShared }: Expiry, now: number): Promise<boolean> {
  const { jobs, outputs } = await db.transaction().execute(async (transaction) => {
    const expired = await transaction
      .selectFrom('jobs')
      .select('id')
      .where('keep_until', '<=', now)
      .where('swept_at', 'is', null)
      .orderBy('keep_until')
      .limit(JOBS)
      .$if(isShared, (query) => query.forUpdate().skipLocked())
      .execute();
    if (expired.length === 0) return { jobs: 0, outputs: [] };
    const ids = expired.map(({ id }) => id);
    const found = await transaction
      .selectFrom('job_documents')
      .select(['id', 'output'])
      .where('job_id', 'in', ids)
      .where('output', 'is not', null)
      .limit(BATCH)
      .execute();
    const documents = found.map(({ id }) => id);
    if (found.length > 0)
      await transaction
        .updateTable('job_documents')
        .set({ output: null })
        .where('id', 'in', documents)
        .execute();
    if (found.length < BATCH)
      await transaction.updateTable('jobs').set({ swept_at: now }).where('id', 'in', ids).execute();
    return { jobs: expired.length, outputs: found.flatMap(({ output }) => output ?? []) };
  });
  await removeAll(store, outputs);
  return jobs > 0;
}

/** Removes files whose time is over and that no job needs. */
function expireFiles(expiry: Expiry, now: number): Promise<boolean> {
  return removeUnusedFiles(expiry, now, (query) => query.where('expires_at', '<=', now));
}

/** Removes rows of jobs that no list shows any more. */
function forgetJobs({ db, isShared, jobDays }: Expiry, now: number): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const old = await transaction
      .selectFrom('jobs')
      .select(['id', 'total'])
      .where('ended_at', '<', now - jobDays * DAY_MS)
      .where('swept_at', 'is not', null)
      .limit(JOBS)
      .$if(isShared, (query) => query.forUpdate().skipLocked())
      .execute();
    let rows = 0;
    const ids = old.flatMap(({ id, total }) => {
      rows += total;
      return rows === total || rows <= FORGOTTEN_ROWS ? id : [];
    });
    if (ids.length > 0) await transaction.deleteFrom('jobs').where('id', 'in', ids).execute();
    return ids.length > 0;
  });
}

/** Removes some files that no job needs: one that is open, or whose documents could be tried again. Returns whether there were any. */
export async function removeUnusedFiles(
  { db, store, isShared }: Omit<Expiry, 'jobDays'>,
  now: number,
  which: (
    query: SelectQueryBuilder<Schema, 'files', { readonly id: string }>,
  ) => SelectQueryBuilder<Schema, 'files', { readonly id: string }>,
): Promise<boolean> {
  const removed = await db.transaction().execute(async (transaction) => {
    // Locks them first: of a job that is being made the next statement sees all rows.
    const locked = await which(transaction.selectFrom('files').select('id'))
      .where(isUnused(now))
      .limit(BATCH)
      .$if(isShared, (query) => query.forUpdate().skipLocked())
      .execute();
    if (locked.length === 0) return [];
    return transaction
      .deleteFrom('files')
      .where(
        'id',
        'in',
        locked.map(({ id }) => id),
      )
      .where(isUnused(now))
      .returning('id')
      .execute();
  });
  await removeAll(
    store,
    removed.map(({ id }) => id),
  );
  return removed.length > 0;
}

async function removeAll(store: Store, names: readonly string[]): Promise<void> {
  for (let at = 0; at < names.length; at += REMOVALS)
    await Promise.all(names.slice(at, at + REMOVALS).map((name) => store.remove(name)));
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
          // A document that is done or cancelled is not tried again.
          .where('job_documents.state', 'in', ['queued', 'running', 'failed'])
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
  { db, store }: Pick<Expiry, 'db' | 'store'>,
  madeBefore = Number.POSITIVE_INFINITY,
): Promise<void> {
  const old = (await store.names()).filter((name) => OWN_NAME.test(name) && timeOf(name) < madeBefore);
  if (old.length === 0) return;
  const files = await db.selectFrom('files').select('id').execute();
  const results = await db
    .selectFrom('job_documents')
    .select('output')
    .where('output', 'is not', null)
    .execute();
  const known = new Set([...files.map(({ id }) => id), ...results.map(({ output }) => output)]);
  await removeAll(
    store,
    old.filter((name) => !known.has(name)),
  );
}
