import * as Comlink from 'comlink';
import { WorkPool, type WorkThread } from '../../shared/work/pool.ts';
import { transferablesOf } from '../../shared/work/transferables.ts';
import type { WorkerLike } from './client.ts';
import type { Device } from './device.ts';
import type { Engine } from './engine.ts';
import type { WorkApi } from './wire.ts';
import { workPoolSize } from './worker-count.ts';

const IDLE_MS = 10_000;

/** The work threads shared by all documents of this page. */
export function createWorkPool(device: Device, engine: Pick<Engine, 'spawnWorker' | 'modules'>): WorkPool {
  return new WorkPool({
    ...workPoolSize(device),
    idleMs: IDLE_MS,
    spawn: () => startThread(engine.spawnWorker, engine.modules),
  });
}

/** A work thread. Replaces a worker that died while idle: browsers terminate them when memory is short. */
export function startThread(spawn: () => WorkerLike, modules: Engine['modules']): WorkThread {
  let current = startWorker(spawn(), modules);
  return {
    run: (job) => {
      if (current.isDead()) {
        current.terminate();
        current = startWorker(spawn(), modules);
      }
      return current.run(job);
    },
    terminate: () => current.terminate(),
  };
}

function startWorker(worker: WorkerLike, modules: Engine['modules']): WorkThread & { isDead(): boolean } {
  const remote = Comlink.wrap<WorkApi>(worker);
  let isDead = false;
  // A Comlink call stays pending forever if its worker dies, so it is raced against the worker's death.
  const death = new Promise<never>((_, reject) => {
    worker.addEventListener('error', () => reject(new Error('a work thread died')));
    worker.addEventListener('messageerror', () => reject(new Error('a work thread cannot be understood')));
  });
  death.catch(() => {
    isDead = true;
  });
  return {
    isDead: () => isDead,
    run: (job) => Promise.race([remote.work(Comlink.transfer(job, transferablesOf(job)), modules), death]),
    terminate: () => worker.terminate(),
  };
}
