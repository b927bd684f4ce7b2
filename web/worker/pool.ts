import type { CompressReport, Progress } from '../../shared/index.ts';
import type { CompressWorker } from './client.ts';
import { type JobProblem, leavesWorkerSound } from './problem.ts';
import type { CompressRequest } from './wire.ts';

/** A worker keeps what WASM memory it grew; after this long without work it is let go. */
const IDLE_MS = 10_000;

export interface PoolTask {
  /** Called when a worker is free, not before: until then a waiting file costs no memory. */
  readonly prepare: () => Promise<CompressRequest | JobProblem>;
  readonly onStart: () => void;
  readonly onProgress: (progress: Progress) => void;
}

export type TaskEnd =
  | {
      readonly kind: 'finished';
      readonly bytes: Uint8Array<ArrayBuffer> | null;
      readonly report: CompressReport;
    }
  | { readonly kind: 'failed'; readonly problem: JobProblem }
  | { readonly kind: 'cancelled' };

export interface RunningTask {
  readonly end: Promise<TaskEnd>;
  /** Ends the task at once; a worker in the middle of it is terminated. */
  cancel(): void;
}

interface Entry {
  readonly task: PoolTask;
  readonly cancelled: Promise<TaskEnd>;
  readonly settle: (end: TaskEnd) => void;
  isCancelled: boolean;
}

/** A few workers and a queue before them, first come first served. Workers are made on demand. */
export class WorkerPool {
  readonly #size: number;
  readonly #createWorker: () => Promise<CompressWorker>;
  readonly #queue: Entry[] = [];
  readonly #idle: { readonly worker: CompressWorker; readonly timer: ReturnType<typeof setTimeout> }[] = [];
  #active = 0;

  constructor(size: number, createWorker: () => Promise<CompressWorker>) {
    this.#size = Math.max(1, size);
    this.#createWorker = createWorker;
  }

  submit(task: PoolTask): RunningTask {
    const { promise: end, resolve: settle } = withResolvers<TaskEnd>();
    const { promise: cancelled, resolve: cancelNow } = withResolvers<TaskEnd>();
    const entry: Entry = { task, cancelled, settle, isCancelled: false };
    this.#queue.push(entry);
    this.#startNext();
    return {
      end,
      cancel: () => {
        entry.isCancelled = true;
        cancelNow({ kind: 'cancelled' });
        const waiting = this.#queue.indexOf(entry);
        if (waiting >= 0) {
          this.#queue.splice(waiting, 1);
          settle({ kind: 'cancelled' });
        }
      },
    };
  }

  #startNext(): void {
    while (this.#active < this.#size) {
      const entry = this.#queue.shift();
      if (entry === undefined) return;
      this.#active += 1;
      const ended = this.#run(entry).catch(
        // Only making a worker can throw here: the browser refuses it, or has no memory for one.
        (): TaskEnd => ({ kind: 'failed', problem: { code: 'worker_died' } }),
      );
      void ended.then((end) => {
        this.#active -= 1;
        entry.settle(end);
        this.#startNext();
      });
    }
  }

  async #run(entry: Entry): Promise<TaskEnd> {
    entry.task.onStart();
    const request = await Promise.race([entry.task.prepare(), entry.cancelled]);
    if ('kind' in request) return request;
    if ('code' in request) return { kind: 'failed', problem: request };

    const worker = this.#takeIdle() ?? (await this.#createWorker());
    const end = await Promise.race([this.#ask(worker, entry, request), entry.cancelled]);
    const isSound = end.kind === 'finished' || (end.kind === 'failed' && leavesWorkerSound(end.problem));
    if (isSound) this.#letRest(worker);
    else worker.end();
    return end;
  }

  async #ask(worker: CompressWorker, entry: Entry, request: CompressRequest): Promise<TaskEnd> {
    if (entry.isCancelled) return { kind: 'cancelled' };
    const answer = await worker.compress(request, (progress) => {
      if (!entry.isCancelled) entry.task.onProgress(progress);
    });
    return answer.ok
      ? { kind: 'finished', bytes: answer.bytes, report: answer.report }
      : { kind: 'failed', problem: answer.problem };
  }

  #takeIdle(): CompressWorker | undefined {
    const resting = this.#idle.pop();
    if (resting !== undefined) clearTimeout(resting.timer);
    return resting?.worker;
  }

  #letRest(worker: CompressWorker): void {
    const timer = setTimeout(() => {
      const index = this.#idle.findIndex((resting) => resting.worker === worker);
      if (index >= 0) this.#idle.splice(index, 1);
      worker.end();
    }, IDLE_MS);
    this.#idle.push({ worker, timer });
  }
}

function withResolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
