import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { CompressOptions } from '../../shared/index.ts';
import type { Database } from '../db/database.ts';
import type { ByteBudget } from '../limits/byte-budget.ts';
import { JobCancelled, type JobRunner } from '../pool/job.ts';
import { type Problem, ProblemError } from '../problem.ts';
import type { Store } from '../store/folder-store.ts';
import { doDocument } from '../work/do-document.ts';
import { resultFile } from '../work/result-file.ts';
import { newId } from './ids.ts';
import type { JobChanges } from './queue/changes.ts';
import type { JobQueue, TakenDocument } from './queue/job-queue.ts';
import type { Sealer } from './sealer.ts';
import { type DocumentEnd, endDocument, requeueDocument } from './transitions.ts';

export interface JobWorkerDeps {
  readonly db: Database;
  readonly queue: JobQueue;
  readonly store: Store;
  readonly runner: JobRunner;
  /** Whether the pool has a free slot that no request waits for. */
  readonly hasFreePlace: () => boolean;
  readonly budget: ByteBudget;
  readonly sealer: Sealer;
  readonly changes: JobChanges;
  readonly log: Logger;
  /** Maximum number of documents at a time. */
  readonly slots: number;
  readonly now: () => number;
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
  const { db, queue, store, runner, budget, sealer, changes, log, now } = deps;
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
      if (isStopped || !reservation.grow(document.bytes_in)) {
        await untilWritten(() => release(document));
        later();
        return;
      }
      const end = await endOf(document, signal);
      if (end === 'later') {
        await untilWritten(() => release(document));
        later();
        return;
      }
      const isMine = await untilWritten(() => endDocument(db, document, end, now()));
      if (!isMine && end.state === 'done') await store.remove(end.output);
    } catch (error) {
      // The cancel itself has written the row.
      if (!(error instanceof JobCancelled)) throw error;
    } finally {
      reservation.release();
    }
  }

  /** Returns a document to its place in the queue without counting the attempt. */
  const release = (document: TakenDocument) => requeueDocument(db, queue, document, document.attempts - 1);

  /** Compresses a document. Returns `later` if the server, not the document, is the obstacle. */
  async function endOf(document: TakenDocument, signal: AbortSignal): Promise<DocumentEnd | 'later'> {
    try {
      const bytes = await store.get(document.file_id);
      if (bytes === undefined) return failed({ code: 'input_gone' });
      const password = document.sealed === null ? undefined : sealer.open(document.sealed, document.id);
      if (document.has_password === 1 && password === undefined) return failed({ code: 'sealed_lost' });
      const result = await doDocument(runner, {
        ...wholeBuffer(bytes),
        // Written by submit.ts.
        options: JSON.parse(document.options) as CompressOptions,
        password,
        client: document.key_id,
        withReceipt: true,
        signal,
      });
      const file = resultFile(document.ref ?? undefined, result.bytes, result.report);
      const output = newId('out', now());
      await store.put(output, file.pieces());
      return {
        state: 'done',
        output,
        bytesOut: file.byteLength,
        mediaType: file.mediaType,
        warnings: result.report.warnings,
        receipt: result.receipt,
      };
    } catch (error) {
      if (error instanceof JobCancelled) throw error;
      if (error instanceof ProblemError) {
        const isBusy = error.problem.code === 'busy' || error.problem.code === 'unavailable';
        return isBusy ? 'later' : failed(error.problem);
      }
      if (isDiskError(error)) {
        log.warn({ err: error, document: document.id }, 'the store fails');
        return 'later';
      }
      log.error({ err: error, document: document.id }, 'unexpected error in a document of a job');
      return failed({ code: 'internal' });
    }
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

function failed(problem: Problem): DocumentEnd {
  return { state: 'failed', problem };
}

/** A transferable buffer: Node may have allocated `bytes` in its shared pool. */
function wholeBuffer(bytes: Buffer<ArrayBuffer>): {
  readonly buffer: ArrayBuffer;
  readonly byteLength: number;
} {
  const isOwn = bytes.byteOffset === 0 && bytes.buffer.byteLength === bytes.length;
  const buffer = isOwn ? bytes.buffer : bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  return { buffer, byteLength: bytes.length };
}

/** The disk is full, read-only or failing. Errors without such a system code are bugs. */
function isDiskError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(ENOSPC|EDQUOT|EROFS|EIO|EMFILE|ENFILE|EACCES)$/.test(code);
}
