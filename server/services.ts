import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { Hono } from 'hono';
import { type Logger, pino } from 'pino';
import { ENGINE_VERSION } from '../shared/index.ts';
import { createAccounts, ensureFirstAccount } from './accounts/account-service.ts';
import { createPasswords, type Passwords } from './accounts/passwords.ts';
import { issueSetupToken } from './accounts/setup-token.ts';
import { createAgentFileStores } from './agents/file-stores.ts';
import { createApp } from './app.ts';
import { createAuditLog } from './audit/audit-log.ts';
import type { BuildPaths } from './build-paths.ts';
import type { Config } from './config.ts';
import { type BestEffortWrites, createBestEffortWrites } from './db/best-effort-writes.ts';
import { databaseClock } from './db/clock.ts';
import { type Database, openDatabase } from './db/database.ts';
import { createHealthCheck } from './db/health.ts';
import type { AppEnv } from './http/app-env.ts';
import { DATA_RATE_WINDOW_MS } from './http/min-data-rate.ts';
import { createIdempotencyStore, type IdempotencyStore } from './idempotency/idempotency-store.ts';
import { createResultCache } from './idempotency/result-cache.ts';
import { createKeyService } from './keys/key-service.ts';
import { createLifecycle, type Lifecycle } from './lifecycle.ts';
import { createByteBudget } from './limits/byte-budget.ts';
import { createCounters } from './limits/counters.ts';
import { connectRedis, type SharedRedis } from './limits/redis.ts';
import { createMetrics, type Metrics } from './ops/metrics.ts';
import { scheduleRetention } from './ops/retention.ts';
import { createPool, type DocumentPool } from './pool/pool.ts';
import { poolLimits } from './pool-limits.ts';
import { memoryNeedMb } from './settings/memory-settings.ts';
import { startJobs } from './start-jobs.ts';
import { createSpanExporter } from './tracing/span-exporter.ts';
import { createUsageRecorder } from './usage/usage-recorder.ts';

export interface Services {
  readonly app: Hono<AppEnv>;
  readonly log: Logger;
  readonly lifecycle: Lifecycle;
  /** Token for the dashboard's setup link; null once an account exists. */
  readonly setupToken: string | null;
  close(): Promise<void>;
}

/** Builds all components from the settings. The caller listens and closes them. */
export async function startServices(
  config: Config,
  paths: BuildPaths,
  log: Logger = pino({ level: config.logLevel }),
): Promise<Services> {
  const lifecycle = createLifecycle();
  const { db, passwords, setupToken } = await openAccounts(config);
  const redis = config.redisUrl === undefined ? undefined : connectRedis(config.redisUrl, log);
  warnOfSettings(config, log);
  const budget = createByteBudget(config.maxInFlightBytes);
  const metrics = createMetrics({
    capacity: { jobSlots: config.concurrency, queueLimit: config.maxQueue, version: ENGINE_VERSION },
    load: () => jobs.load(),
    jobMemoryBytes: () => jobs.memoryBytes(),
    budget,
    databaseState: () => databaseState(),
    ...(redis === undefined ? {} : { isRedisThere: () => redis.isUp }),
  });
  const bookkeeping = createBestEffortWrites(log, metrics.unwritten);
  const databaseState = createHealthCheck(db, () => bookkeeping.isFailing);
  const jobs = startPool(config, paths, { lifecycle, log, metrics });
  const usage = createUsageRecorder(db, bookkeeping);
  const asyncJobs = await startJobs(config, { db, pool: jobs, budget, bookkeeping, lifecycle, log, metrics });
  const spans = config.tracing === undefined ? undefined : createSpanExporter(config.tracing, log);
  const stopRetention = scheduleRetention(db, config.retention, bookkeeping);
  const app = createApp({
    jobs,
    keys: createKeyService(db),
    usage,
    dashboard: dashboardParts(db, passwords, bookkeeping),
    log,
    lifecycle,
    databaseState,
    answered: startAnswers(config, db, bookkeeping),
    asyncJobs,
    fileStores: config.agentFilesBytes === 0 ? undefined : createAgentFileStores(config.agentFilesBytes),
    budget,
    isComplete: hasAllFiles([paths.workerFile, paths.workThreadFile], log),
    metrics,
    spans,
    ...limitsOf(config, redis),
    ...(paths.webRoot === undefined ? {} : { webRoot: paths.webRoot }),
  });
  return {
    app,
    log,
    lifecycle,
    setupToken,
    async close() {
      stopRetention();
      await asyncJobs?.stop();
      await jobs.close();
      await usage.flush();
      await spans?.forceFlush();
      redis?.close();
      await db.destroy();
    },
  };
}

async function openAccounts(config: Config) {
  const db = await openDatabase(config);
  const passwords = createPasswords();
  if (config.admin !== undefined) await ensureFirstAccount(db, passwords, config.admin, Date.now());
  return { db, passwords, setupToken: await issueSetupToken(db, Date.now()) };
}

function dashboardParts(db: Database, passwords: Passwords, bookkeeping: BestEffortWrites) {
  return {
    accounts: createAccounts(db, passwords),
    audit: createAuditLog(db, bookkeeping),
    db,
    now: Date.now,
  };
}

function startPool(
  config: Config,
  { workerFile, workThreadFile }: BuildPaths,
  {
    lifecycle,
    log,
    metrics,
  }: { readonly lifecycle: Lifecycle; readonly log: Logger; readonly metrics: Metrics },
): DocumentPool {
  return createPool({
    workerFile,
    workThreadFile,
    ...poolLimits(config),
    guestSlots: config.guestSlots,
    lifecycle,
    log,
    onDone: metrics.jobDone,
    onJobFailed: metrics.jobLost,
  });
}

/** Keeps the answers of requests with an Idempotency-Key. */
function startAnswers(config: Config, db: Database, bookkeeping: BestEffortWrites): IdempotencyStore {
  const results = createResultCache(config.keptResultsBytes);
  return createIdempotencyStore(db, bookkeeping, results, Date.now, databaseClock(db, config));
}

/** Logs what an operator probably did not mean. */
function warnOfSettings(config: Config, log: Logger): void {
  for (const { name, suggestion } of config.misspelled)
    log.warn({ name, suggestion }, 'unknown environment variable');
  for (const { name, suggestion } of config.renamed)
    log.warn({ name, suggestion }, 'a setting that has a new name; the former one still counts');
  const neededMb = memoryNeedMb(config);
  if (neededMb <= config.machineMemoryMb) return;
  log.warn(
    { neededMb, machineMemoryMb: config.machineMemoryMb },
    'there is less memory than CONCURRENCY, JOB_MEMORY_MB and MAX_IN_FLIGHT_MB may take together',
  );
}

function hasAllFiles(files: readonly string[], log: Logger): boolean {
  const missing = files.filter((file) => !existsSync(file)).map((file) => basename(file));
  if (missing.length > 0) log.fatal({ missing }, 'parts of the server are missing: run npm run build');
  return missing.length === 0;
}

/** Limits of requests: as the app keeps them, and as the API's own pages say them. */
function limitsOf(config: Config, redis: SharedRedis | undefined) {
  return {
    maxUploadBytes: config.maxUploadBytes,
    minDataRate: { bytesPerS: config.minTransferBytesPerS, windowMs: DATA_RATE_WINDOW_MS },
    corsOrigins: config.corsOrigins,
    metricsToken: config.metricsToken,
    trustProxy: config.trustProxy,
    limits: {
      counters: createCounters(redis),
      perKey: config.requestsPerKey,
      perAddress: config.requestsPerAddress,
      trustProxy: config.trustProxy,
    },
    apiLimits: {
      uploadBytes: config.maxUploadBytes,
      requestsPerMinute: config.requestsPerKey,
      strangersPerMinute: config.requestsPerAddress,
      jobSeconds: config.jobTimeoutMs / 1000,
      jobMemoryBytes: config.jobMemoryMb * 1024 * 1024,
      waiting: config.maxQueue,
      uploadBytesPerSecond: config.minTransferBytesPerS,
    },
  };
}
