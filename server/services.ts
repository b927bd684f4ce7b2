import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { Hono } from 'hono';
import { type Logger, pino } from 'pino';
import { createWorkPool } from '../library/node/work-threads.ts';
import { createAccounts, ensureFirstAccount } from './accounts/account-service.ts';
import { createPasswords } from './accounts/passwords.ts';
import { issueSetupToken } from './accounts/setup-token.ts';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { openDatabase } from './db/database.ts';
import { createHealthCheck } from './db/health.ts';
import type { AppEnv } from './http/app-env.ts';
import { createAnsweredRequests } from './idempotency/answered-requests.ts';
import { createKeyService } from './keys/key-service.ts';
import { createByteBudget } from './limits/byte-budget.ts';
import { createCounters } from './limits/counters.ts';
import { connectRedis } from './limits/redis.ts';
import { createBookkeeping } from './ops/bookkeeping.ts';
import type { Lifecycle } from './ops/lifecycle.ts';
import { createMetrics } from './ops/metrics.ts';
import { createPool } from './pool/pool.ts';
import { createUsageRecorder } from './usage/usage-recorder.ts';

export interface Services {
  readonly app: Hono<AppEnv>;
  readonly log: Logger;
  readonly lifecycle: Lifecycle;
  /** For the dashboard's set-up link; null once an account exists. */
  readonly setupToken: string | null;
  close(): Promise<void>;
}

/** Where the code of this start lies: built, or as sources. */
export interface Places {
  readonly workerFile: string;
  readonly workThreadFile: string;
  readonly webRoot?: string;
}

/** Puts the parts together as the settings say; the caller listens and, at the end, closes. */
export async function startServices(
  config: Config,
  { workerFile, workThreadFile, webRoot }: Places,
  log: Logger = pino({ level: config.logLevel }),
): Promise<Services> {
  const lifecycle: Lifecycle = { draining: false };
  const db = await openDatabase(config);
  const passwords = createPasswords();
  if (config.admin !== undefined) await ensureFirstAccount(db, passwords, config.admin, Date.now());
  const redis = config.redisUrl === undefined ? undefined : connectRedis(config.redisUrl, log);
  const setupToken = await issueSetupToken(db, Date.now());
  const jobs = createPool({
    workerFile,
    concurrency: config.concurrency,
    maxQueue: config.maxQueue,
    timeoutMs: config.jobTimeoutMs,
    memoryMb: config.jobMemoryMb,
    work: createWorkPool({
      workerFile: workThreadFile,
      threads: config.workThreads,
      memoryMb: config.jobMemoryMb,
      onThreadLost: (why) => log.warn({ err: why }, 'an image stays as it was: its thread ended'),
    }),
    log,
  });
  const budget = createByteBudget(config.maxInFlightBytes);
  const metrics = createMetrics({ load: jobs.load, budget });
  const bookkeeping = createBookkeeping(log, metrics.unwritten);
  const usage = createUsageRecorder(db, bookkeeping);
  const missing = [workerFile, workThreadFile]
    .filter((file) => !existsSync(file))
    .map((file) => basename(file));
  if (missing.length > 0) log.fatal({ missing }, 'parts of the server are missing: run npm run build');
  const app = createApp({
    jobs,
    keys: createKeyService(db),
    usage,
    dashboard: { accounts: createAccounts(db, passwords), db, now: Date.now },
    log,
    lifecycle,
    databaseState: createHealthCheck(db, () => bookkeeping.isBehind),
    maxUploadBytes: config.maxUploadBytes,
    answered: createAnsweredRequests(db, bookkeeping),
    corsOrigins: config.corsOrigins,
    budget,
    isComplete: missing.length === 0,
    metrics,
    metricsToken: config.metricsToken,
    limits: {
      counters: createCounters(redis),
      perKey: config.requestsPerKey,
      perAddress: config.requestsPerAddress,
      trustProxy: config.trustProxy,
    },
    trustProxy: config.trustProxy,
    ...(webRoot === undefined ? {} : { webRoot }),
  });
  return {
    app,
    log,
    lifecycle,
    setupToken,
    async close() {
      await jobs.close();
      await usage.flush();
      redis?.close();
      await db.destroy();
    },
  };
}
