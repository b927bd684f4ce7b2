import { setTimeout as delay } from 'node:timers/promises';
import type { ByteBudget } from '../limits/byte-budget.ts';
import { JobCancelled } from '../pool/job.ts';
import { type DocumentWorkDeps, workOn } from './document-work.ts';
import type { JobChanges } from './queue/changes.ts';
import type { JobQueue, TakenDocument } from './queue/job-queue.ts';
import { postponeDocument, remoteDelay } from './queue/postponed.ts';
import { endDocument, requeueDocument } from './transitions.ts';

export interface JobWorkerDeps extends DocumentWorkDeps {
  readonly queue: JobQueue;
  /** Whether the pool has a free slot that no request waits for. */
  readonly hasFreePlace: () => boolean;
  readonly budget: ByteBudget;
  readonly changes: JobChanges;
  /** Maximum number of documents at a time. */
  readonly slots: number;
}

export interface JobWorker {
  /** Checks the queue now. */
  wake(): void;
  /** Leases of the documents in work. */
  leases(): ReadonlyMap<string, string>;
  /** Ends the processes of these documents. */
  abort(ids: readonly string[]): void;
  /** Ends the processes of documents of this job. */
  abortJob(jobId: string): void;
  /** Takes nothing new; running documents go back in line at once, without counting the attempt. */
  handBack(): Promise<void>;
  /** Takes nothing new. Resolves when all running documents have ended. */
  stop(): Promise<void>;
}

/** Delay before the next look if memory is full, or if the database or store fails. */
const LATER_MS = 500;
const LONGEST_RETRY_MS = 2000;

/** Works through the documents of jobs in pool slots that requests leave free. */
export function createJobWorker(deps: JobWorkerDeps): JobWorker {
  const { db, queue, store, budget, changes, log, now } = deps;
  const working = new Map<string, { readonly abort: AbortController; readonly document: TakenDocument }>();
  let isStopped = false;
  let isLooking = false;
  let isWanted = false;
  let timer: NodeJS.Timeout | undefined;
  let isWaiting = false;
  const whenIdle = new Set<() => void>();

  const wake = () => void look();
  const later = () => {
    clearTimeout(timer);
    isWaiting = true;
    timer = setTimeout(() => {
      isWaiting = false;
      wake();
    }, LATER_MS).unref();
  };

  /** Takes documents while there are free slots. Only one call runs at a time; a call during it makes it check once more. */
  async function look(): Promise<void> {
    isWanted = true;
    if (isLooking) return;
    isLooking = true;
    try {
      while (isWanted && !isStopped) {
        isWanted = false;
        while (!isStopped && working.size < deps.slots) {
          if (!deps.hasFreePlace()) {
            later();
            break;
          }
          const document = await queue.take(now());
          if (document === undefined) break;
          begin(document);
        }
      }
    } catch (error) {
      log.warn({ err: error }, 'the line of documents cannot be read');
      later();
    } finally {
      isLooking = false;
      tellIdle();
    }
  }

  function begin(document: TakenDocument): void {
    const abort = new AbortController();
    working.set(document.id, { abort, document });
    void work(document, abort.signal)
      .catch((error: unknown) =>
        log.error({ err: error, document: document.id }, 'a document of a job was lost'),
      )
      .finally(() => {
        working.delete(document.id);
        changes.tell(document.job_id);
        tellIdle();
        if (!isWaiting) wake();
      });
  }

  async function work(document: TakenDocument, signal: AbortSignal): Promise<void> {
    const reservation = budget.reserve(document.key_id);
    try {
      const known = document.remote_input === null ? document.bytes_in : 0;
      if (isStopped || !reservation.grow(known)) {
        await untilWritten(() => release(document));
        later();
        return;
      }
      const end = await workOn(deps, document, reservation, signal);
      if (end === 'later' || end === 'postponed') {
        await untilWritten(() => putBack(document, end));
        if (end === 'later') later();
        return;
      }
      const isMine = await untilWritten(() => endDocument(db, document, end, now()));
      if (!isMine && end.state === 'done' && end.output !== null) await store.remove(end.output);
    } catch (error) {
      // The cancel itself has written the row.
      if (!(error instanceof JobCancelled)) throw error;
    } finally {
      reservation.release();
    }
  }

  /** Returns a document to its place in the queue without counting the attempt. */
  const release = (document: TakenDocument) => requeueDocument(db, queue, document, document.attempts - 1);

  /** Delays another fetch of a remote input when this server is the obstacle; that counts as no try. */
  function putBack(document: TakenDocument, why: 'later' | 'postponed'): Promise<boolean> {
    if (document.remote_input === null && why === 'later') return release(document);
    const tries = document.remote_tries + (why === 'postponed' ? 1 : 0);
    return postponeDocument(db, document, { tries, retryAt: now() + remoteDelay(Math.max(1, tries)) });
  }

  /** Retries until the database accepts the write. */
  async function untilWritten<Result>(write: () => Promise<Result>): Promise<Result> {
    for (let waitMs = 100; ; waitMs = Math.min(LONGEST_RETRY_MS, waitMs * 2)) {
      try {
        return await write();
      } catch (error) {
        log.warn({ err: error }, 'the end of a document could not be written down; trying again');
        if (isStopped && waitMs === LONGEST_RETRY_MS) throw error;
        await delay(waitMs);
      }
    }
  }

  async function untilIdle(): Promise<void> {
    while (working.size > 0 || isLooking) await new Promise<void>((resolve) => whenIdle.add(resolve));
  }

  /** Both `stop` and a later `handBack` may wait. */
  function tellIdle(): void {
    if (working.size > 0) return;
    for (const resolve of whenIdle) resolve();
    whenIdle.clear();
  }

  return {
    wake,
    leases: () => new Map([...working].map(([id, { document }]) => [id, document.lease])),
    async handBack() {
      isStopped = true;
      const held = [...working.values()];
      // First the rows: what ends in between finds its lease gone.
      await Promise.all(held.map(({ document }) => release(document)));
      for (const { abort } of held) abort.abort();
      await untilIdle();
    },
    abort(ids) {
      for (const id of ids) working.get(id)?.abort.abort();
    },
    abortJob(jobId) {
      for (const { abort, document } of working.values()) if (document.job_id === jobId) abort.abort();
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await untilIdle();
    },
  };
}
