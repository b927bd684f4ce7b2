import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';

/**
 * Drops the schema in which versions before 015 listed waiting documents with pg-boss, once no process of such a version works beside
 * this one: it could take in no jobs without its schema. If one starts later, it creates the schema again.
 */
export async function dropOldEngine(db: Database): Promise<void> {
  const old = await db.selectFrom('job_workers').select('id').where('version', 'is', null).executeTakeFirst();
  if (old === undefined) await sql`drop schema if exists pagelight_queue_10 cascade`.execute(db);
}
