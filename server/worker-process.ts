import type { Logger } from 'pino';
import { ENGINE_VERSION } from '../shared/index.ts';
import type { Config } from './config.ts';
import { createBestEffortWrites } from './db/best-effort-writes.ts';
import { openDatabase } from './db/database.ts';
import { createHealthCheck } from './db/health.ts';
import { createLifecycle } from './lifecycle.ts';
import { createByteBudget } from './limits/byte-budget.ts';
import { createMetrics } from './ops/metrics.ts';
import { createPool, type PoolSettings } from './pool/pool.ts';
import { poolLimits } from './pool-limits.ts';
import { ConfigError } from './settings/config-error.ts';
import { startJobs } from './start-jobs.ts';
import { openWorkerPort } from './worker-port.ts';

/** A process that works on jobs and serves no requests. */
export interface WorkerProcess {
  /** Takes nothing new. Resolves when running documents have ended and all is closed. */
  drain(): Promise<void>;
  /** During `drain`: puts running documents back in line at once. */
  handBack(): Promise<void>;
}

/** @throws ConfigError where no other process could hand it documents */
export async function startWorkerProcess(
  config: Config,
  files: Pick<PoolSettings, 'workerFile' | 'workThreadFile'>,
  log: Logger,
): Promise<WorkerProcess> {
  if (config.databaseUrl === undefined)
    throw new ConfigError([
      'DATABASE_URL must be set for workers: with SQLite the server itself works on jobs, and no other process can.',
    ]);
  if (config.jobs === undefined)
    throw new ConfigError(['JOBS must be on for workers, with the JOBS_SECRET and JOBS_DIR of the servers.']);
  const lifecycle = createLifecycle();
  const db = await openDatabase(config);
  const budget = createByteBudget(config.maxInFlightBytes);
  const metrics = createMetrics({
    capacity: { jobSlots: config.concurrency, queueLimit: 0, version: ENGINE_VERSION },
    load: () => pool.load(),
    jobMemoryBytes: () => pool.memoryBytes(),
    budget,
    databaseState: () => databaseState(),
  });
  const bookkeeping = createBestEffortWrites(log, metrics.unwritten);
  const databaseState = createHealthCheck(db, () => bookkeeping.isFailing);
  const pool = createPool({
    ...files,
    ...poolLimits(config),
    lifecycle,
    log,
    onDone: metrics.jobDone,
    onJobFailed: metrics.jobLost,
  });
  const parts = { db, pool, budget, bookkeeping, lifecycle, log, metrics };
  const jobs = await startJobs(config, { ...parts, slots: config.concurrency });
  const state = { draining: false };
  const { host, workPort, metricsToken } = config;
  const { registry } = metrics;
  const port = { host, port: workPort, registry, metricsToken, lifecycle: state, databaseState, log };
  const server = await openWorkerPort(port);
  return {
    async drain() {
      state.draining = true;
      await jobs?.stop();
      server?.closeAllConnections();
      server?.close();
      await pool.close();
      await db.destroy();
    },
    async handBack() {
      await jobs?.handBack();
    },
  };
}
