import { setTimeout as delay } from 'node:timers/promises';
import type { ByteBudget } from '../../limits/byte-budget.ts';
import { JobCancelled } from '../../pool/job.ts';
import { endDocument, requeueDocument, type TakenDocument } from '../document-leases.ts';
import { type DocumentWorkDeps, type Slot, workOn } from '../document-work.ts';
import { failEarly } from '../job-ends.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { remoteDelay } from '../queue/postponed.ts';

export interface AttemptDeps extends DocumentWorkDeps {
  readonly queue: JobQueue;
  readonly budget: ByteBudget;
}

export interface DocumentAttempts {
  /**
   * Works on a taken document and writes its end, or returns it to the queue. `later`: memory or this server is the
   * obstacle, so the next document can wait, too.
   */
  run(document: TakenDocument, slot: Slot, signal: AbortSignal): Promise<'ended' | 'later'>;
  /** Returns a document to its place in the queue without counting the attempt. */
  release(document: TakenDocument): Promise<boolean>;
}

const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 2000;

/**
 * @param isStopped a stopped worker begins nothing, and no longer waits for a database that is away
 * @param onFailedEarly called when the rest of a job was ended
 */
export function createDocumentAttempts(
  deps: AttemptDeps,
  isStopped: () => boolean,
  onFailedEarly: (jobId: string) => void,
): DocumentAttempts {
  const { db, store, budget, log, now } = deps;

  const release = (document: TakenDocument) =>
    requeueDocument(db, document, { attempts: document.attempts - 1 });

  /** Delays another fetch of a remote input when this server is the obstacle; that counts as no try. */
  const putBack = (document: TakenDocument, why: 'later' | 'postponed') => {
    if (document.remote_input === null && why === 'later') return release(document);
    const tries = document.remote_tries + (why === 'postponed' ? 1 : 0);
    return requeueDocument(db, document, {
      // It was not this server that failed.
      attempts: document.attempts - 1,
      remote_tries: tries,
      retry_at: now() + remoteDelay(Math.max(1, tries)),
    });
  };

  /** Retries until the database accepts the write. */
  const untilWritten = async <Result>(write: () => Promise<Result>): Promise<Result> => {
    for (let waitMs = FIRST_RETRY_MS; ; waitMs = Math.min(MAX_RETRY_MS, waitMs * 2)) {
      try {
        return await write();
      } catch (error) {
        log.warn({ err: error }, 'the end of a document could not be written down; trying again');
        if (isStopped() && waitMs === MAX_RETRY_MS) throw error;
        await delay(waitMs);
      }
    }
  };

  return {
    release,
    async run(document, slot, signal) {
      const reservation = budget.reserve(document.key_id);
      try {
        const known = document.remote_input === null ? document.bytes_in : 0;
        if (isStopped() || !reservation.grow(known)) {
          await untilWritten(() => release(document));
          return 'later';
        }
        const end = await workOn(deps, document, reservation, slot, signal);
        if (end === 'later' || end === 'postponed') {
          await untilWritten(() => putBack(document, end));
          return end === 'later' ? 'later' : 'ended';
        }
        const isMine = await untilWritten(() => endDocument(db, document, end, now()));
        const isRestEnded =
          end.state === 'failed' && (await untilWritten(() => failEarly(db, document.job_id, now())));
        if (isRestEnded) onFailedEarly(document.job_id);
        if (!isMine && end.state === 'done' && end.output !== null) await store.remove(end.output);
        return 'ended';
      } catch (error) {
        // The cancel itself has written the row.
        if (error instanceof JobCancelled) return 'ended';
        throw error;
      } finally {
        reservation.release();
      }
    },
  };
}
