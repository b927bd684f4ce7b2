import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { DatabaseClock } from '../db/clock.ts';
import type { Database } from '../db/database.ts';
import { takeOverFromDead } from './take-over.ts';

export interface PresenceDeps {
  readonly db: Database;
  /** The clock that all processes share. */
  readonly clock: DatabaseClock;
  readonly workerId: string;
  /** A process not seen for this long has lost its documents. */
  readonly deadMs: number;
  /** Leases of this process by document. */
  readonly leases: () => ReadonlyMap<string, string>;
  /** Called with documents whose lease is lost: cancelled or removed by another process, or taken over. */
  readonly onLost: (ids: readonly string[]) => void;
  /** Called after each beat: documents may wait that nobody told of. */
  readonly onBeat: () => void;
  /** Called when documents of dead processes are back in line. */
  readonly onTakenOver: () => void;
  readonly log: Logger;
}

/** Says that this process lives, and looks after the documents of those that do not. */
export interface Presence {
  /** Resolves after the first beat. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const BEAT_MS = 2000;

export function createPresence(deps: PresenceDeps): Presence {
  const { db, clock, workerId, deadMs, log } = deps;
  const ended = new AbortController();
  let beating = Promise.resolve();
  // While the database was away nobody could beat: then all get their time before documents are taken from them.
  let isFairAt = 0;

  async function beat(): Promise<void> {
    const seenAt = await clock();
    await db
      .insertInto('job_workers')
      .values({ id: workerId, seen_at: seenAt })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: seenAt }))
      .execute();
    await letGoOfLost();
    if (performance.now() < isFairAt) return;
    if ((await takeOverFromDead(db, seenAt - deadMs, seenAt)) > 0) deps.onTakenOver();
  }

  async function letGoOfLost(): Promise<void> {
    const held = [...deps.leases()];
    if (held.length === 0) return;
    const rows = await db
      .selectFrom('job_documents')
      .select('lease')
      .where('worker_id', '=', workerId)
      .where('state', '=', 'running')
      .execute();
    const valid = new Set(rows.map(({ lease }) => lease));
    deps.onLost(held.filter(([, lease]) => !valid.has(lease)).map(([id]) => id));
  }

  async function keepBeating(): Promise<void> {
    while (!ended.signal.aborted) {
      const wait = delay(Math.min(BEAT_MS, deadMs / 4), undefined, { signal: ended.signal });
      await wait.catch(() => undefined);
      if (ended.signal.aborted) return;
      try {
        await beat();
        deps.onBeat();
      } catch (error) {
        isFairAt = performance.now() + deadMs;
        log.warn({ err: error }, 'the database does not hear that this process works on jobs');
      }
    }
  }

  return {
    async start() {
      await beat();
      beating = keepBeating();
    },
    async stop() {
      ended.abort();
      await beating;
      await db
        .deleteFrom('job_workers')
        .where('id', '=', workerId)
        .execute()
        .catch(() => undefined);
    },
  };
}
