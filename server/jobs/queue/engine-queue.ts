import type { Database } from '../../db/database.ts';
import { untilAvailable } from '../../db/until-available.ts';
import { leaseDocument } from '../document-leases.ts';
import type { Transacting } from '../quota.ts';
import { openEngine } from './engine.ts';
import type { JobQueue, TakenDocument } from './job-queue.ts';

/** Documents that are looked at together when the engine may have lost some. */
const PAGE = 1000;

/** The queue of PostgreSQL, which several processes share: pg-boss keeps the order. */
export async function createEngineQueue(
  db: Database,
  workerId: string,
  onError: (error: unknown) => void,
): Promise<JobQueue> {
  const engine = await untilAvailable(() => openEngine(db, onError));

  /** Returns `stale` for a document that is listed but does not wait. */
  async function takeOne(
    transaction: Transacting,
    now: number,
  ): Promise<TakenDocument | 'stale' | undefined> {
    const id = await engine.takeFirst(transaction);
    if (id === undefined) return undefined;
    return (await leaseDocument(transaction, id, workerId, now)) ?? 'stale';
  }

  return {
    add: engine.add,
    drop: engine.remove,
    async take(now) {
      for (;;) {
        const taken = await db.transaction().execute((transaction) => takeOne(transaction, now));
        if (taken !== 'stale') return taken;
      }
    },
    async relist() {
      // The engine lost what is first as likely as the rest: if the first page is whole, so is the queue.
      let count = 0;
      for (let after = Number.NEGATIVE_INFINITY; ; ) {
        const page = await db
          .selectFrom('job_documents')
          .select(['id', 'tag'])
          .where('state', '=', 'queued')
          .where('retry_at', 'is', null)
          .$if(after !== Number.NEGATIVE_INFINITY, (query) => query.where('tag', '>=', after))
          .orderBy('tag')
          .limit(PAGE)
          .execute();
        const lost = await engine.missing(page);
        await db.transaction().execute((transaction) => engine.add(transaction, lost));
        count += lost.length;
        const last = page.at(-1);
        if (last === undefined || page.length < PAGE || lost.length === 0) return count;
        after = last.tag;
      }
    },
    close: engine.stop,
  };
}
