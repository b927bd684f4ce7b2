import type { JobChanges } from './queue/changes.ts';
import type { TakenDocument } from './queue/job-queue.ts';
import { type AttemptDeps, createDocumentAttempts } from './service/document-attempt.ts';

export interface JobWorkerDeps extends AttemptDeps {
  /** Whether the pool has a free slot that no request waits for. */
  readonly hasFreePlace: () => boolean;
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

/** Works through the documents of jobs in pool slots that requests leave free. */
export function createJobWorker(deps: JobWorkerDeps): JobWorker {
  const { queue, changes, log, now } = deps;
  const working = new Map<string, { readonly abort: AbortController; readonly document: TakenDocument }>();
  const whenIdle = new Set<() => void>();
  let isStopped = false;
  const attempts = createDocumentAttempts(deps, () => isStopped, abortJob);
  const looks = createLooks(takeDocuments, tellIdle);

  /** Takes documents while there are free slots. */
  async function takeDocuments(): Promise<void> {
    try {
      while (!isStopped && working.size < deps.slots) {
        if (!deps.hasFreePlace()) return looks.later();
        const document = await queue.take(now());
        if (document === undefined) return;
        begin(document);
      }
    } catch (error) {
      log.warn({ err: error }, 'the line of documents cannot be read');
      looks.later();
    }
  }

  function begin(document: TakenDocument): void {
    const abort = new AbortController();
    working.set(document.id, { abort, document });
    void attempts
      .run(document, abort.signal)
      .then((end) => {
        if (end === 'later') looks.later();
      })
      .catch((error: unknown) =>
        log.error({ err: error, document: document.id }, 'a document of a job was lost'),
      )
      .finally(() => {
        working.delete(document.id);
        changes.tell(document.job_id);
        tellIdle();
        if (!looks.isDelayed()) looks.wake();
      });
  }

  function abortJob(jobId: string): void {
    for (const { abort, document } of working.values()) if (document.job_id === jobId) abort.abort();
  }

  async function untilIdle(): Promise<void> {
    while (working.size > 0 || looks.isLooking()) await new Promise<void>((resolve) => whenIdle.add(resolve));
  }

  /** Both `stop` and a later `handBack` may wait. */
  function tellIdle(): void {
    if (working.size > 0) return;
    for (const resolve of whenIdle) resolve();
    whenIdle.clear();
  }

  return {
    wake: looks.wake,
    leases: () => new Map([...working].map(([id, { document }]) => [id, document.lease])),
    async handBack() {
      isStopped = true;
      const held = [...working.values()];
      // First the rows: what ends in between finds its lease gone.
      await Promise.all(held.map(({ document }) => attempts.release(document)));
      for (const { abort } of held) abort.abort();
      await untilIdle();
    },
    abort(ids) {
      for (const id of ids) working.get(id)?.abort.abort();
    },
    abortJob,
    async stop() {
      isStopped = true;
      looks.cancel();
      await untilIdle();
    },
  };
}

/** Runs `look` one at a time; a call during it runs it once more. */
function createLooks(look: () => Promise<void>, onEnd: () => void) {
  let isLooking = false;
  let isWanted = false;
  let timer: NodeJS.Timeout | undefined;
  const wake = () => {
    isWanted = true;
    if (!isLooking) void run();
  };
  const run = async () => {
    isLooking = true;
    while (isWanted) {
      isWanted = false;
      await look();
    }
    isLooking = false;
    onEnd();
  };
  const cancel = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    /** Looks now. */
    wake,
    /** Looks after `LATER_MS`. */
    later() {
      cancel();
      timer = setTimeout(() => {
        timer = undefined;
        wake();
      }, LATER_MS).unref();
    },
    cancel,
    isDelayed: () => timer !== undefined,
    isLooking: () => isLooking,
  };
}
