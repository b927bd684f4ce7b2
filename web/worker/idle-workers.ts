import type { WorkPool } from '../../shared/work/pool.ts';
import type { CompressWorker } from './client.ts';
import type { Device } from './device.ts';
import type { Engine } from './engine.ts';

/** A worker keeps its grown WASM memory, so it is terminated after this long without work. */
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
 * The workers of one or several pools. A worker released by one pool is reused by the next: a probed file is compressed
 * in the same worker, and no second worker holds its data.
 */
export class IdleWorkers {
  readonly #create: (compares: boolean) => Promise<CompressWorker>;
  readonly #letGoOfThreads: () => void;
  readonly #resting: IdleWorker[] = [];

  /** @param letGoOfThreads terminates idle work threads */
  constructor(create: (compares: boolean) => Promise<CompressWorker>, letGoOfThreads = () => {}) {
    this.#create = create;
    this.#letGoOfThreads = letGoOfThreads;
  }

  /** @throws EngineError; the browser's error if it refuses a worker */
  create(compares = false): Promise<CompressWorker> {
    return this.#create(compares);
  }

  /** Takes an idle worker until `release` or its end; undefined if there is none. */
  acquire(compares = false): CompressWorker | undefined {
    for (let at = this.#resting.length - 1; at >= 0; at -= 1) {
      const { worker, timer } = this.#resting[at]!;
      if (compares && !worker.canCompare && !worker.isTerminated) continue;
      this.#resting.splice(at, 1);
      clearTimeout(timer);
      if (!worker.isTerminated) return worker;
      worker.terminate();
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

  /** Terminates all idle workers to free their memory. */
  terminateIdle(): void {
    for (const { worker, timer } of this.#resting.splice(0)) {
      clearTimeout(timer);
      worker.terminate();
    }
    this.#letGoOfThreads();
  }
}

/** Loads the modules that start workers, apart from the first load: with the engine. */
export const loadWorkers = () => Promise.all([import('./client.ts'), import('./work-threads.ts')]);

/** The workers of this tab, whose documents share the work threads. */
export function createIdleWorkers(engine: EngineGetter, device: Device = navigator): IdleWorkers {
  let work: WorkPool | undefined;
  const create = async (canCompare: boolean) => {
    const { spawnWorker, loadComparer, loadFor, modules } = await engine.get();
    const [{ CompressWorker }, { createWorkPool }] = await loadWorkers();
    work ??= createWorkPool(device, { spawnWorker, modules });
    const spawn = canCompare ? await loadComparer() : spawnWorker;
    return new CompressWorker({ spawn, modules, loadFor, work, canCompare });
  };
  return new IdleWorkers(create, () => work?.terminateIdle());
}
