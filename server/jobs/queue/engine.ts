import { createHash } from 'node:crypto';
import { CompiledQuery, type Kysely, sql } from 'kysely';
import PgBoss from 'pg-boss';
import type { Database } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import type { Transacting } from '../quota.ts';
import type { Queued } from './job-queue.ts';

/** pg-boss has a schema of its own: no major version of it migrates the one before. */
const ENGINE_SCHEMA = 'pagelight_queue_10';
const DOCUMENTS = 'documents';
const OPTIONS = { schema: ENGINE_SCHEMA, supervise: false, schedule: false };
const JOBS = sql.id(ENGINE_SCHEMA, 'job');
/** Rows of one statement. */
const ROWS = 1000;

/**
 * pg-boss as an ordered list of waiting documents. A row of it exists while a document waits: taking one deletes it in the same
 * transaction. So nothing of it expires, nothing is archived, and its maintenance does not run.
 */
export interface Engine {
  add(transaction: Transacting, documents: readonly Queued[]): Promise<void>;
  remove(transaction: Transacting, ids: readonly string[]): Promise<void>;
  /** Those of these documents that are not listed. */
  missing(documents: readonly Queued[]): Promise<readonly Queued[]>;
  /** The id of the first document that no other transaction is taking; undefined if none waits. */
  takeFirst(transaction: Transacting): Promise<string | undefined>;
  stop(): Promise<void>;
}

/** Starts the engine on the connections that the server has, after creating its tables where they are missing. */
export async function openEngine(db: Database, onError: (error: unknown) => void): Promise<Engine> {
  await install(db);
  const boss = new PgBoss({ ...OPTIONS, db: executorOf(db), migrate: false });
  boss.on('error', onError);
  await boss.start();
  await db.transaction().execute(async (transaction) => {
    // Several processes may start at once.
    await sql`select pg_advisory_xact_lock(hashtext('pagelight queue index'))`.execute(transaction);
    await boss.createQueue(DOCUMENTS);
    await createFetchIndex(transaction);
  });

  return {
    async add(transaction, documents) {
      for (let at = 0; at < documents.length; at += ROWS) {
        const rows = documents.slice(at, at + ROWS).map(({ id, tag }) => ({
          id: engineId(id),
          name: DOCUMENTS,
          data: { id },
          priority: -tag,
        }));
        await boss.insert(rows, { db: executorOf(transaction) });
      }
    },
    async remove(transaction, ids) {
      if (ids.length > 0) await boss.deleteJob(DOCUMENTS, ids.map(engineId), { db: executorOf(transaction) });
    },
    async missing(documents) {
      const ids = documents.map(({ id }) => engineId(id));
      const { rows } = await sql<{ id: string }>`
        select id from ${JOBS} where name = ${DOCUMENTS} and id = any(${ids}::uuid[])`.execute(db);
      const listed = new Set(rows.map(({ id }) => id));
      return documents.filter(({ id }) => !listed.has(engineId(id)));
    },
    async takeFirst(transaction) {
      const executor = executorOf(transaction);
      const [first] = await boss.fetch<{ readonly id: string }>(DOCUMENTS, {
        batchSize: 1,
        ignoreStartAfter: true,
        db: executor,
      });
      // `fetch` itself takes every failure for an empty queue.
      if (executor.failure() !== undefined) throw executor.failure();
      if (first === undefined) return undefined;
      await boss.deleteJob(DOCUMENTS, first.id, { db: executor });
      return first.data.id;
    },
    stop: () => boss.stop({ graceful: false, close: false }),
  };
}

/**
 * Creates or migrates pg-boss' tables. One process at a time: of several, pg-boss ignores the error of the losers, and
 * leaves their connections in an aborted transaction.
 */
async function install(db: Database): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(hashtext('pagelight queue'))`.execute(connection);
    try {
      const boss = new PgBoss({ ...OPTIONS, db: executorOf(connection) });
      await boss.start();
      await boss.stop({ graceful: false, close: false });
    } finally {
      await sql`select pg_advisory_unlock(hashtext('pagelight queue'))`.execute(connection);
    }
  });
}

/** Runs statements of pg-boss in a transaction of ours. */
function executorOf(db: Kysely<Schema>) {
  let failure: unknown;
  return {
    failure: () => failure,
    async executeSql(text: string, values: readonly unknown[] = []) {
      try {
        const { rows } = await db.executeQuery<never>(CompiledQuery.raw(text, [...values]));
        return { rows };
      } catch (error) {
        failure = error;
        throw error;
      }
    },
  };
}

/** pg-boss has no index in the order of its fetch: without this one each fetch sorts all that waits. */
async function createFetchIndex(transaction: Transacting): Promise<void> {
  const { rows } = await sql<{ partition_name: string }>`
    select partition_name from ${sql.id(ENGINE_SCHEMA, 'queue')} where name = ${DOCUMENTS}`.execute(
    transaction,
  );
  const partition = sql.id(ENGINE_SCHEMA, rows[0]!.partition_name);
  await sql`create index if not exists pagelight_fetch on ${partition} (priority desc, created_on, id)
    where state < 'active'`.execute(transaction);
}

/** pg-boss takes UUIDs alone; the same document always has the same one, so adding it twice adds it once. */
function engineId(id: string): string {
  const hex = createHash('sha256').update(id).digest('hex').slice(0, 32);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
