import type { Database } from '../../db/database.ts';
import { busyProblem, type Problem } from '../../problem.ts';

/** The rows of all files and results are summed at most this often. */
const COUNT_INTERVAL_MS = 10_000;
/** Expired files are removed this much later at most (job-upkeep.ts). */
const SWEEP_S = 60;

/** Bytes that files and results take on the disk. */
export interface StoreUse {
  /**
   * Returns why there is no room for bytes: `busy` with the reason `store`, and as Retry-After when the first of what is in the way
   * expires; undefined if there is room. A key may hold as much as it leaves free: half of the store alone, a third beside another
   * key. So there is always room for one more key.
   */
  refusal(keyId: string, bytes: number, now: number): Promise<Problem | undefined>;
  /** Counts bytes that were stored since the last sum. */
  add(keyId: string, bytes: number): void;
  /** Bytes of all keys. */
  total(now: number): Promise<number>;
}

export function createStoreUse(db: Database, maxBytes: number): StoreUse {
  let counted: Promise<Map<string, number>> | undefined;
  let countedAt = Number.NEGATIVE_INFINITY;
  const bytesByKey = () => counted ?? Promise.resolve(new Map<string, number>());
  const recount = async (now: number) => {
    if (now - countedAt >= COUNT_INTERVAL_MS) {
      countedAt = now;
      counted = storedBytes(db);
      counted.catch(() => {
        countedAt = Number.NEGATIVE_INFINITY;
      });
    }
    return bytesByKey();
  };
  const sum = (shares: ReadonlyMap<string, number>) => [...shares.values()].reduce((a, b) => a + b, 0);

  return {
    async refusal(keyId, bytes, now) {
      const shares = await recount(now);
      const free = maxBytes - sum(shares) - bytes;
      const own = (shares.get(keyId) ?? 0) + bytes;
      if (free >= 0 && own <= Math.max(free, bytes)) return undefined;
      return busyProblem('store', await roomAfterS(db, free < 0 ? undefined : keyId, now));
    },
    add(keyId, bytes) {
      void counted?.then((shares) => shares.set(keyId, (shares.get(keyId) ?? 0) + bytes));
    },
    total: async (now) => sum(await recount(now)),
  };
}

async function storedBytes(db: Database): Promise<Map<string, number>> {
  const files = await db
    .selectFrom('files')
    .select((row) => ['key_id', row.fn.sum<number>('bytes').as('bytes')])
    .groupBy('key_id')
    .execute();
  const results = await db
    .selectFrom('job_documents')
    .select((row) => ['key_id', row.fn.sum<number | null>('bytes_out').as('bytes')])
    .where('output', 'is not', null)
    .groupBy('key_id')
    .execute();
  const shares = new Map<string, number>();
  for (const { key_id, bytes } of [...files, ...results])
    shares.set(key_id, (shares.get(key_id) ?? 0) + Number(bytes ?? 0));
  return shares;
}

/** Seconds until the first file or result of this key expires; of all keys if undefined. */
async function roomAfterS(db: Database, keyId: string | undefined, now: number): Promise<number> {
  const file = await db
    .selectFrom('files')
    .select((row) => row.fn.min('expires_at').as('at'))
    .where('expires_at', '>', now)
    .$if(keyId !== undefined, (query) => query.where('key_id', '=', keyId!))
    .executeTakeFirst();
  const job = await db
    .selectFrom('jobs')
    .select((row) => row.fn.min('keep_until').as('at'))
    .where('keep_until', '>', now)
    .where('swept_at', 'is', null)
    .$if(keyId !== undefined, (query) => query.where('key_id', '=', keyId!))
    .executeTakeFirst();
  const ends = [file?.at, job?.at].flatMap((at) => at ?? []);
  const first = ends.toSorted((one, other) => one - other).at(0);
  return SWEEP_S + (first === undefined ? 0 : Math.ceil((first - now) / 1000));
}
