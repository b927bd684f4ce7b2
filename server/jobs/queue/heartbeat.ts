import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ENGINE_VERSION } from '../../../shared/index.ts';
import type { DatabaseClock } from '../../db/clock.ts';
import type { Database } from '../../db/database.ts';
import { requeueDocument, type TakenDocument } from '../document-leases.ts';
import { takeOverFromDead } from './take-over.ts';

export interface HeartbeatDeps {
  readonly db: Database;
  /** The clock that all processes share. */
  readonly clock: DatabaseClock;
  readonly workerId: string;
  /** Documents that this process works on at a time. */
  readonly slots: number;
  /** A process not seen for this long has lost its documents. */
  readonly deadMs: number;
  /** Leases of this process by document. */
  readonly leases: () => ReadonlyMap<string, string>;
  /** Called with documents whose lease is lost: cancelled or removed by another process, or taken over. */
  readonly onLost: (ids: readonly string[]) => void;
  /** Called after each beat: documents may wait without a notification. */
  readonly onBeat: () => void;
  /** Called when documents are back in line that were of dead processes. */
  readonly onRequeued: () => void;
  readonly log: Logger;
}

/** Says that this process lives, and looks after the documents of those that do not. */
export interface Heartbeat {
  /** Resolves after the first beat. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export const BEAT_MS = 2000;

export function createHeartbeat(deps: HeartbeatDeps): Heartbeat {
  const { db, clock, workerId, slots, deadMs, log } = deps;
  const ended = new AbortController();
  let beating = Promise.resolve();
  // While the database was away no process could beat: then all get their time before documents are taken from them.
  let isFairAt = 0;
  let unknownBefore: ReadonlySet<string> = new Set();

  async function beat(): Promise<void> {
    const seenAt = await clock();
    await db
      .insertInto('job_workers')
      .values({ id: workerId, seen_at: seenAt, slots, version: ENGINE_VERSION })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: seenAt }))
      .execute();
    await compareLeases();
    const isFair = performance.now() >= isFairAt;
    const takenOver = isFair ? await takeOverFromDead(db, seenAt - deadMs, seenAt) : 0;
    if (takenOver > 0) deps.onRequeued();
  }

  async function compareLeases(): Promise<void> {
    const held = [...deps.leases()];
    const rows = await db
      .selectFrom('job_documents')
      .selectAll()
      .where('worker_id', '=', workerId)
      .where('state', '=', 'running')
      .execute();
    const valid = new Set(rows.map(({ lease }) => lease));
    deps.onLost(held.filter(([, lease]) => !valid.has(lease)).map(([id]) => id));
    await requeueUnknown(rows.map((row) => ({ ...row, lease: row.lease ?? '' })));
  }

  /** Leases of this process that it does not know: the connection broke when the database had written one, but not said so. */
  async function requeueUnknown(rows: readonly TakenDocument[]): Promise<void> {
    const known = new Set(deps.leases().values());
    const unknown = rows.filter(({ lease }) => !known.has(lease));
    // One that is just being taken is known at the next beat.
    const lost = unknown.filter(({ lease }) => unknownBefore.has(lease));
    unknownBefore = new Set(unknown.map(({ lease }) => lease));
    for (const document of lost) await requeueDocument(db, document, { attempts: document.attempts - 1 });
    if (lost.length > 0) deps.onRequeued();
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
