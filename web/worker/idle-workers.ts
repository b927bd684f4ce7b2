import type { WorkPool } from '../../shared/work/pool.ts';
import { CompressWorker } from './client.ts';
import type { Device } from './device.ts';
import type { Engine } from './engine.ts';
import { createWorkPool } from './work-threads.ts';

/** A worker keeps what WASM memory it grew; after this long without work it is let go. */
const IDLE_MS = 10_000;

interface IdleWorker {
  readonly worker: CompressWorker;
  readonly timer: ReturnType<typeof setTimeout>;
}

export interface EngineGetter {
  /** @throws EngineError */
  get(): Promise<Engine>;
}

/**
 * The workers of one or several pools. What one pool has done with is the next one's, warm as it is: a file that was looked at is
 * compressed in the same worker, and no second one holds what it read of it.
 */
export class IdleWorkers {
  readonly #create: () => Promise<CompressWorker>;
  readonly #letGoOfThreads: () => void;
  readonly #resting: IdleWorker[] = [];

  /** @param letGoOfThreads ends those for heavy work that rest */
  constructor(create: () => Promise<CompressWorker>, letGoOfThreads = () => {}) {
    this.#create = create;
    this.#letGoOfThreads = letGoOfThreads;
  }

  /** @throws EngineError; what the browser throws that refuses a worker */
  create(): Promise<CompressWorker> {
    return this.#create();
  }

  /** One that rests, or undefined. It is the caller's until `release` or its end. */
  acquire(): CompressWorker | undefined {
    for (let resting = this.#resting.pop(); resting !== undefined; resting = this.#resting.pop()) {
      clearTimeout(resting.timer);
      if (!resting.worker.isTerminated) return resting.worker;
      resting.worker.terminate();
    }
    return undefined;
  }

  release(worker: CompressWorker): void {
    const timer = setTimeout(() => {
      const index = this.#resting.findIndex((resting) => resting.worker === worker);
      if (index >= 0) this.#resting.splice(index, 1);
      worker.terminate();
    }, IDLE_MS);
    this.#resting.push({ worker, timer });
  }

  /** Ends all that rest: their memory is wanted for something else. */
  terminateIdle(): void {
    for (const { worker, timer } of this.#resting.splice(0)) {
      clearTimeout(timer);
      worker.terminate();
    }
    this.#letGoOfThreads();
  }
}

/** The workers of this tab, whose documents share the threads for heavy work. */
export function createIdleWorkers(engine: EngineGetter, device: Device = navigator): IdleWorkers {
  let work: WorkPool | undefined;
  const create = async () => {
    const { spawnWorker, modules } = await engine.get();
    work ??= createWorkPool(device, { spawnWorker, modules });
    return new CompressWorker({ spawn: spawnWorker, modules, work });
  };
  return new IdleWorkers(create, () => work?.terminateIdle());
}
