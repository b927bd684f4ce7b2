import { join } from 'node:path';
import { pino } from 'pino';
import { built } from '../../library/testing/built.ts';
import { createPool, type DocumentPool, type PoolSettings } from '../pool/pool.ts';

const HERE = import.meta.dirname;

/** Does what a job's password says (stub-worker.mjs). */
export const STUB_WORKER = join(HERE, 'stub-worker.mjs');

/** Hangs at some images (faulty-work-thread.mjs). */
export const FAULTY_WORK_THREAD = join(HERE, '../../library/testing/faulty-work-thread.mjs');

/** A pool with the real worker, one document at a time. */
export function testPool(settings: Partial<PoolSettings> = {}): DocumentPool {
  return createPool({
    workerFile: built('server/worker'),
    workThreadFile: built('server/work-thread'),
    workThreads: 1,
    concurrency: 1,
    maxQueue: 1,
    timeoutMs: 60_000,
    memoryMb: 512,
    // Tests of other files run beside this one and would starve documents that stand back.
    niceness: 0,
    log: pino({ level: 'silent' }),
    ...settings,
  });
}
