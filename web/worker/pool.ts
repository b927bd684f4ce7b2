import type { CompressWorker } from './client.ts';
import { EngineError } from './engine.ts';
import type { IdleWorkers } from './idle-workers.ts';
import { isWorkerReusable, type JobProblem } from './problem.ts';
import type { WorkerResult } from './wire.ts';

export interface PoolTask<Value> {
  /** Estimated memory in bytes. */
  readonly memory: number;
  /** Whether it needs a worker that can compare. */
  readonly compares?: boolean;
  readonly onStart: () => void;
  /** Called once a worker and the memory are available: until then a waiting file costs nothing. */
  readonly run: (worker: CompressWorker) => Promise<WorkerResult<Value>>;
}

export type TaskOutcome<Value> =
  | { readonly kind: 'finished'; readonly value: Value }
  | { readonly kind: 'failed'; readonly problem: JobProblem }
  | { readonly kind: 'cancelled' };

export interface RunningTask<Value> {
  readonly outcome: Promise<TaskOutcome<Value>>;
  /** Ends the task at once; a worker in the middle of it is terminated. */
  cancel(): void;
}

export interface PoolSize {
  readonly workers: number;
  /** Maximum bytes of all running tasks; a larger task runs alone. */
  readonly memory: number;
}

interface Entry {
  readonly memory: number;
  readonly compares: boolean;
  readonly onStart: () => void;
  readonly cancelled: Promise<void>;
  /** Runs the task on a worker. */
  readonly work: (worker: CompressWorker) => Promise<WorkEnd>;
  readonly fail: (problem: JobProblem) => void;
  readonly endCancelled: () => void;
}

interface WorkEnd {
  readonly leavesSound: boolean;
  /** Reports the outcome, once the worker is released. */
  readonly tell: () => void;
}

/** A few workers and a queue, first come first served. Workers are started on demand. */
export class WorkerPool {
  readonly #size: PoolSize;
  readonly #idleWorkers: IdleWorkers;
  readonly #queue: Entry[] = [];
  readonly #active = new Set<Entry>();

  constructor(size: PoolSize, idleWorkers: IdleWorkers) {
    this.#size = size;
    this.#idleWorkers = idleWorkers;
  }

  submit<Value>(task: PoolTask<Value>): RunningTask<Value> {
    const { promise: end, resolve: settle } = withResolvers<TaskOutcome<Value>>();
    const { promise: cancelled, resolve: cancelNow } = withResolvers<void>();
    const entry: Entry = {
      memory: task.memory,
      compares: task.compares ?? false,
      onStart: task.onStart,
      cancelled,
      fail: (problem) => settle({ kind: 'failed', problem }),
      endCancelled: () => settle({ kind: 'cancelled' }),
      work: async (worker) => {
        const answer = await Promise.race([task.run(worker), cancelled]);
        if (answer === undefined) return { leavesSound: false, tell: entry.endCancelled };
        return {
          leavesSound: answer.ok || isWorkerReusable(answer.problem),
          tell: () => settle(endOf(answer)),
        };
      },
    };
    this.#queue.push(entry);
    this.#startNext();
    return {
      outcome: end,
      cancel: () => {
        const waiting = this.#queue.indexOf(entry);
        if (waiting < 0) return cancelNow();
        this.#queue.splice(waiting, 1);
        entry.endCancelled();
        // It may have been too large for the free memory, while tasks behind it are not.
        this.#startNext();
      },
    };
  }

  #startNext(): void {
    for (let entry = this.#queue[0]; entry !== undefined && this.#hasRoomFor(entry); entry = this.#queue[0]) {
      this.#queue.shift();
      void this.#run(entry);
    }
  }

  #hasRoomFor({ memory }: Entry): boolean {
    if (this.#active.size === 0) return true;
    const taken = [...this.#active].reduce((sum, active) => sum + active.memory, 0);
    return this.#active.size < Math.max(1, this.#size.workers) && taken + memory <= this.#size.memory;
  }

  async #run(entry: Entry): Promise<void> {
    this.#active.add(entry);
    entry.onStart();
    try {
      const worker = this.#idleWorkers.acquire(entry.compares) ?? (await this.#makeWorker(entry));
      if (worker === undefined) entry.endCancelled();
      else {
        const { leavesSound, tell } = await entry.work(worker);
        if (leavesSound) this.#idleWorkers.release(worker);
        else worker.terminate();
        tell();
      }
    } catch (thrown) {
      // The engine did not load, or the browser refuses a worker or has no memory for one.
      entry.fail(thrown instanceof EngineError ? thrown.problem : { code: 'worker_died' });
    }
    this.#active.delete(entry);
    this.#startNext();
  }

  /** Undefined if the task was canceled. */
  async #makeWorker({ cancelled, compares }: Entry): Promise<CompressWorker | undefined> {
    const making = this.#idleWorkers.create(compares);
    const worker = await Promise.race([making, cancelled]);
    if (worker === undefined) {
      making.then(
        (late) => late.terminate(),
        () => undefined,
      );
    }
    return worker ?? undefined;
  }
}

function endOf<Value>(answer: WorkerResult<Value>): TaskOutcome<Value> {
  return answer.ok ? { kind: 'finished', value: answer.value } : { kind: 'failed', problem: answer.problem };
}

function withResolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
