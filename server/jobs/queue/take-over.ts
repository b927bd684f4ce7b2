import type { Database } from '../../db/database.ts';
import type { JobDocumentRow } from '../../db/schema.ts';
import { endDocument, requeueDocument } from '../document-leases.ts';

/** A document that was running at this many ends of its process is not tried again. */
const MAX_ATTEMPTS = 5;

/** Puts what the last process left running back in line. Only where no other process works on this database. */
export async function takeUpAgain(db: Database, now: number): Promise<void> {
  const running = await db.selectFrom('job_documents').selectAll().where('state', '=', 'running').execute();
  await putBack(db, running, now);
}

/**
 * Puts the documents of processes that were not seen since `seenAfter` back in line, by the database's clock. Several
 * processes may do so at once: a lease is taken away only once.
 *
 * @returns how many
 */
export async function takeOverFromDead(db: Database, seenAfter: number, now: number): Promise<number> {
  const lost = await db
    .selectFrom('job_documents')
    .leftJoin('job_workers', 'job_workers.id', 'job_documents.worker_id')
    .selectAll('job_documents')
    .where('state', '=', 'running')
    .where((row) => row.or([row('job_workers.id', 'is', null), row('job_workers.seen_at', '<=', seenAfter)]))
    .execute();
  const count = await putBack(db, lost, now);
  await db.deleteFrom('job_workers').where('seen_at', '<=', seenAfter).execute();
  return count;
}

async function putBack(db: Database, rows: readonly JobDocumentRow[], now: number): Promise<number> {
  let count = 0;
  for (const row of rows) {
    const document = { ...row, lease: row.lease ?? '' };
    const { attempts } = row;
    if (attempts >= MAX_ATTEMPTS)
      await endDocument(db, document, { state: 'failed', problem: { code: 'worker_lost', attempts } }, now);
    else if (await requeueDocument(db, document, { attempts })) count += 1;
  }
  return count;
}
