import { onAbort } from '../../shared/work/on-abort.ts';
import { JobCancelled } from '../pool/job.ts';
import type { TakenDocument } from './document-leases.ts';
import type { JobChanges } from './queue/changes.ts';
import { type LaneRoom, RemoteLane } from './remote-lane.ts';
import { type AttemptDeps, createDocumentAttempts } from './service/document-attempt.ts';

export interface JobWorkerDeps extends AttemptDeps {
  /** Whether the pool has a free slot that no request waits for. */
  readonly hasFreePlace: () => boolean;
  readonly changes: JobChanges;
  /** Maximum number of documents that are compressed at a time. */
  readonly slots: number;
  /** Room for documents whose input or output is elsewhere. */
  readonly lane: LaneRoom;
}

/** Documents that this process has a lease of; `fetched` ones wait for a slot. */
export type WorkerLoad = Readonly<Record<Working['phase'] | 'fetched', number>>;

export interface JobWorker {
  load(): WorkerLoad;
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
  /** Takes nothing new; documents that are being fetched go back in line. Resolves when all others have ended. */
  stop(): Promise<void>;
}

/** A document that this process has a lease of. */
interface Working {
  readonly document: TakenDocument;
  readonly abort: AbortController;
  /** A document of the lane is fetched, compressed and sent; only `compressing` takes a slot. */
  phase: 'fetching' | 'compressing' | 'sending';
  /** Set while its input has arrived and it waits for a slot. */
  admit?: (() => void) | undefined;
}

/** Delay before the next look if memory is full, or if the database or store fails. */
const LATER_MS = 500;

/**
 * Works through the documents of jobs in pool slots that requests leave free. Slots go by tag. Documents whose input or output is
 * elsewhere are fetched ahead and sent in a lane of their own, so that a slow service holds no slot.
 */
export function createJobWorker(deps: JobWorkerDeps): JobWorker {
  const { queue, changes, log, now } = deps;
  const lane = new RemoteLane(deps.lane);
  const working = new Map<string, Working>();
  const whenIdle = new Set<() => void>();
  let isStopped = false;
  const attempts = createDocumentAttempts(deps, () => isStopped, abortJob);
  const looks = createLooks(takeDocuments, tellIdle);

  const load = () => {
    const counts = { fetching: 0, fetched: 0, compressing: 0, sending: 0 };
    for (const { phase, admit } of working.values()) counts[admit === undefined ? phase : 'fetched'] += 1;
    return counts;
  };

  /** Takes documents while there is room. */
  async function takeDocuments(): Promise<void> {
    try {
      while (!isStopped && ((await fillSlot()) || (await fillLane())));
    } catch (error) {
      log.warn({ err: error }, 'the line of documents cannot be read');
      looks.later();
    }
  }

  /** Gives a free slot to the first document of the store and of those that were fetched. */
  async function fillSlot(): Promise<boolean> {
    if (load().compressing >= deps.slots) return false;
    if (!deps.hasFreePlace()) {
      looks.later();
      return false;
    }
    const first = firstFetched();
    const document = await queue.take(now(), { from: 'store', upTo: first?.document.tag });
    if (document !== undefined) {
      begin({ document, abort: new AbortController(), phase: 'compressing' });
      return true;
    }
    // The first may have been cancelled meanwhile.
    const next = firstFetched();
    next?.admit?.();
    return next !== undefined;
  }

  function firstFetched(): Working | undefined {
    const fetched = [...working.values()].filter(({ admit }) => admit !== undefined);
    return fetched.sort((a, b) => a.document.tag - b.document.tag)[0];
  }

  async function fillLane(): Promise<boolean> {
    const notOf = deps.slots === 0 ? undefined : lane.fullKeys();
    if (notOf === undefined) return false;
    const document = await queue.take(now(), { from: 'remote', notOf });
    if (document === undefined) return false;
    begin({ document, abort: new AbortController(), phase: 'fetching' });
    return true;
  }

  function begin(own: Working): void {
    const { document, abort } = own;
    const place = own.phase === 'fetching' ? lane.enter(document.key_id) : undefined;
    working.set(document.id, own);
    const slot = {
      async enter(bytes: number) {
        if (place === undefined) return;
        place.fetched(bytes);
        await untilAdmitted(own);
        place.begun();
      },
      leave() {
        if (place === undefined) return;
        own.phase = 'sending';
        looks.wake();
      },
    };
    void attempts
      .run(document, slot, abort.signal)
      .then((end) => {
        if (end === 'later') looks.later();
      })
      .catch((error: unknown) =>
        log.error({ err: error, document: document.id }, 'a document of a job was lost'),
      )
      .finally(() => {
        place?.leave();
        working.delete(document.id);
        changes.tell(document.job_id);
        tellIdle();
        if (!looks.isDelayed()) looks.wake();
      });
  }

  /** @throws JobCancelled */
  function untilAdmitted(own: Working): Promise<void> {
    return new Promise((resolve, reject) => {
      const { signal } = own.abort;
      if (signal.aborted) return reject(new JobCancelled());
      const forget = onAbort(signal, () => {
        own.admit = undefined;
        reject(new JobCancelled());
      });
      own.admit = () => {
        own.admit = undefined;
        own.phase = 'compressing';
        forget();
        resolve();
      };
      looks.wake();
    });
  }

  function abortJob(jobId: string): void {
    for (const { abort, document } of working.values()) if (document.job_id === jobId) abort.abort();
  }

  /** Puts documents back in line. First the rows: what ends in between finds its lease gone. */
  async function putBack(which: (own: Working) => boolean): Promise<void> {
    const held = [...working.values()].filter(which);
    try {
      await Promise.all(held.map(({ document }) => attempts.release(document)));
    } finally {
      for (const { abort } of held) abort.abort();
    }
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
    load,
    wake: looks.wake,
    leases: () => new Map([...working].map(([id, { document }]) => [id, document.lease])),
    async handBack() {
      isStopped = true;
      await putBack(() => true);
      await untilIdle();
    },
    abort(ids) {
      for (const id of ids) working.get(id)?.abort.abort();
    },
    abortJob,
    async stop() {
      isStopped = true;
      looks.cancel();
      await putBack(({ phase }) => phase === 'fetching').catch((error: unknown) =>
        log.warn({ err: error }, 'documents that were being fetched wait until this process counts as dead'),
      );
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
