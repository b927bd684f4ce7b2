import type { Config } from './config.ts';
import type { PoolSettings } from './pool/pool.ts';

/** Limits of documents by the settings, for a server and for a process that only works on jobs. */
export function poolLimits(
  config: Config,
): Pick<PoolSettings, 'workThreads' | 'concurrency' | 'maxQueue' | 'timeoutMs' | 'memoryMb' | 'niceness'> {
  return {
    workThreads: config.workThreads,
    concurrency: config.concurrency,
    maxQueue: config.maxQueue,
    timeoutMs: config.jobTimeoutMs,
    memoryMb: config.jobMemoryMb,
    niceness: config.jobNiceness,
  };
}
