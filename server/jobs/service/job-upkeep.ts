import type { Logger } from 'pino';
import type { BestEffortWrites } from '../../db/best-effort-writes.ts';
import type { DatabaseClock } from '../../db/clock.ts';
import type { Database } from '../../db/database.ts';
import { untilAvailable } from '../../db/until-available.ts';
import type { Store } from '../../store/folder-store.ts';
import type { Webhooks } from '../hooks/webhooks.ts';
import type { JobChanges } from '../queue/changes.ts';
import { dropOldEngine } from '../queue/drop-old-engine.ts';
import type { Heartbeat } from '../queue/heartbeat.ts';
import { requeueDue } from '../queue/postponed.ts';
import { takeUpAgain } from '../queue/take-over.ts';
import { expireJobs, removeOrphans } from '../stored/expire.ts';

export interface JobUpkeep {
  /** Queues again what the last process left running, removes its remains, then sweeps at intervals. */
  start(): Promise<void>;
  stop(): void;
  /** Removes expired results, files and jobs, and lets postponed documents go on. Also runs by itself. */
  sweep(): Promise<void>;
}

export interface JobUpkeepDeps {
  readonly db: Database;
  readonly store: Store;
  readonly webhooks: Webhooks;
  readonly changes: JobChanges;
  /** Set if other processes work on the same database. */
  readonly heartbeat: Heartbeat | undefined;
  readonly isShared: boolean;
  readonly bookkeeping: BestEffortWrites;
  readonly log: Logger;
  /** An ended job is listed for this long. */
  readonly jobDays: number;
  readonly clock: DatabaseClock;
  readonly now: () => number;
}

const SWEEP_MS = 60_000;
const RETRY_MS = 2000;
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** Housekeeping of jobs: what expires, what is tried again, and what crashes left. */
export function createJobUpkeep(deps: JobUpkeepDeps): JobUpkeep {
  const { db, heartbeat, isShared, jobDays, now } = deps;
  const timers: NodeJS.Timeout[] = [];
  let sweeping: Promise<void> | undefined;

  /** A long sweep is not begun again. */
  const expire = () => {
    sweeping ??= deps.bookkeeping
      .write('jobs', async () => {
        const time = await deps.clock();
        await expireJobs(deps, time);
        await deps.webhooks.expire(time - jobDays * DAY_MS);
      })
      .then(() => {
        sweeping = undefined;
      });
    return sweeping;
  };
  /** Files without a row that are so old belong to no process that is at them. */
  const tidy = async () => {
    await removeOrphans(deps, now() - HOUR_MS);
    if (isShared) await dropOldEngine(db);
  };
  /** Lets postponed documents go on whose time has come. */
  const retryDue = async () => {
    try {
      if ((await requeueDue(db, isShared, now())) > 0) deps.changes.announceWork();
    } catch (error) {
      deps.log.warn(
        { err: error },
        'documents whose input or output failed wait: the database does not answer',
      );
    }
  };
  const recover = async () => {
    if (heartbeat === undefined) {
      await takeUpAgain(db, now());
      await removeOrphans(deps);
    } else {
      await untilAvailable(() => heartbeat.start());
      await untilAvailable(tidy);
    }
  };

  return {
    async start() {
      await recover();
      await expire();
      timers.push(
        setInterval(() => void expire(), SWEEP_MS).unref(),
        setInterval(() => void deps.bookkeeping.write('jobs', tidy), HOUR_MS).unref(),
        setInterval(() => void retryDue(), RETRY_MS).unref(),
      );
    },
    stop() {
      for (const timer of timers) clearInterval(timer);
    },
    async sweep() {
      await expire();
      await deps.bookkeeping.write('jobs', tidy);
      await retryDue();
    },
  };
}
