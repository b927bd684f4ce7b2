import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Entry } from '../db/best-effort-writes.ts';
import type { DatabaseState } from '../db/health.ts';
import type { AppEnv } from '../http/app-env.ts';
import type { ByteBudget } from '../limits/byte-budget.ts';
import type { QueueLoad } from '../limits/fair-queue.ts';
import type { JobFailureReason } from '../pool/document-run.ts';
import type { JobTimes } from '../pool/job.ts';

/** Prometheus metrics. Labels are routes, statuses, codes and ids of keys: nothing of a document or a client. */
export interface Metrics {
  readonly registry: Registry;
  /** Counts every request. */
  readonly observe: MiddlewareHandler<AppEnv>;
  /** Counts failed writes of records. */
  readonly unwritten: (entry: Entry) => void;
  /** Records the times of one document. */
  readonly jobDone: (times: JobTimes) => void;
  /** Counts a document whose process ended before it was done. */
  readonly jobLost: (why: JobFailureReason) => void;
}

/** Constant settings and versions. */
export interface Capacity {
  readonly jobSlots: number;
  readonly queueLimit: number;
  /** Version of Pagelight. */
  readonly version: string;
}

export interface MetricsSources {
  readonly capacity?: Capacity;
  /** Absent if jobs do not run in a pool. */
  readonly load?: () => QueueLoad;
  /** Total private memory of the document processes, in bytes. */
  readonly jobMemoryBytes?: () => number;
  readonly budget: ByteBudget;
  readonly databaseState?: () => Promise<DatabaseState>;
  /** Absent without Redis. */
  readonly isRedisThere?: () => boolean;
}

/** In seconds, from an error page to a document that takes minutes. */
const DURATION_BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];
const RATIO_BUCKETS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.99, 1];

export function createMetrics(sources: MetricsSources): Metrics {
  const { load, budget, capacity } = sources;
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const observe = observeRequests(registers);
  const unwritten = new Counter({
    name: 'pagelight_db_write_failures_total',
    help: 'Failed database writes after a finished document: usage is retried, idempotency records are not.',
    labelNames: ['kind'],
    registers,
  });
  new Gauge({
    name: 'pagelight_bytes_in_flight',
    help: 'Bytes of all documents in memory.',
    registers,
    collect() {
      this.set(budget.held);
    },
  });
  if (load !== undefined) watchJobs(load, registers);
  if (capacity !== undefined) tellCapacity(capacity, registers);
  watchParts(sources, registers);
  return { registry, observe, unwritten: (kind) => unwritten.inc({ kind }), ...countJobs(registers) };
}

/** Counts requests, rejections, and the bytes of documents. */
function observeRequests(registers: Registry[]): Metrics['observe'] {
  const requests = new Counter({
    name: 'pagelight_http_requests_total',
    help: 'Answered requests.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'pagelight_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its response.',
    labelNames: ['route'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const rejections = new Counter({
    name: 'pagelight_rejections_total',
    help: 'Responses with a problem, by its code.',
    labelNames: ['code'],
    registers,
  });
  const countBytes = documentBytes(registers);
  return async (c, next) => {
    const stop = durations.startTimer();
    await next();
    const route = routePath(c);
    stop({ route });
    requests.inc({ method: c.req.method, route, status: c.res.status });
    const code = c.get('problemCode');
    if (code !== undefined) rejections.inc({ code });
    countBytes(c.get('uploadBytes'), c.get('resultBytes'));
  };
}

function documentBytes(
  registers: Registry[],
): (bytesIn: number | undefined, bytesOut: number | undefined) => void {
  const bytes = new Counter({
    name: 'pagelight_document_bytes_total',
    help: 'Bytes of documents received and sent.',
    labelNames: ['direction'],
    registers,
  });
  const ratios = new Histogram({
    name: 'pagelight_compression_ratio',
    help: 'Output bytes / input bytes of each document.',
    buckets: RATIO_BUCKETS,
    registers,
  });
  return (bytesIn, bytesOut) => {
    if (bytesIn !== undefined) bytes.inc({ direction: 'in' }, bytesIn);
    if (bytesOut !== undefined) bytes.inc({ direction: 'out' }, bytesOut);
    if (bytesIn && bytesOut !== undefined) ratios.observe(bytesOut / bytesIn);
  };
}

/** Times of documents, and those whose process was lost. */
function countJobs(registers: Registry[]): Pick<Metrics, 'jobDone' | 'jobLost'> {
  const waits = new Histogram({
    name: 'pagelight_job_wait_seconds',
    help: 'Time from upload to start of processing.',
    buckets: DURATION_BUCKETS,
    registers,
  });
  const works = new Histogram({
    name: 'pagelight_job_run_seconds',
    help: 'Processing time of a document.',
    buckets: DURATION_BUCKETS,
    registers,
  });
  const lost = new Counter({
    name: 'pagelight_jobs_failed_total',
    help: 'Documents whose process ended early, by reason: time or memory limit, client, or crash.',
    labelNames: ['reason'],
    registers,
  });
  return {
    jobLost: (reason) => lost.inc({ reason }),
    jobDone({ queuedMs, runMs }) {
      waits.observe(queuedMs / 1000);
      works.observe(runMs / 1000);
    },
  };
}

const DATABASE_UP = { well: 1, 'cannot-write': 0.5, gone: 0 } as const satisfies Record<
  DatabaseState,
  number
>;

function watchParts(sources: MetricsSources, registers: Registry[]): void {
  const { jobMemoryBytes, databaseState, isRedisThere } = sources;
  if (jobMemoryBytes !== undefined)
    new Gauge({
      name: 'pagelight_job_memory_bytes',
      help: 'Private memory of all document processes.',
      registers,
      collect() {
        this.set(jobMemoryBytes());
      },
    });
  if (databaseState !== undefined)
    new Gauge({
      name: 'pagelight_database_up',
      help: '1: the database responds; 0.5: it is read-only; 0: it does not respond.',
      registers,
      async collect() {
        this.set(DATABASE_UP[await databaseState()]);
      },
    });
  if (isRedisThere !== undefined)
    new Gauge({
      name: 'pagelight_redis_up',
      help: '1: Redis responds; 0: it does not.',
      registers,
      collect() {
        this.set(isRedisThere() ? 1 : 0);
      },
    });
}

function watchJobs(load: () => QueueLoad, registers: Registry[]): void {
  new Gauge({
    name: 'pagelight_jobs',
    help: 'Jobs by state.',
    labelNames: ['state'],
    registers,
    collect() {
      const { running, waiting } = load();
      this.set({ state: 'running' }, running);
      this.set({ state: 'waiting' }, waiting);
    },
  });
  new Gauge({
    name: 'pagelight_oldest_waiting_seconds',
    help: 'Waiting time of the oldest queued document.',
    registers,
    collect() {
      this.set(load().oldestWaitS);
    },
  });
}

/** Exports the server's capacity, to compute utilization or scale out. */
function tellCapacity({ jobSlots, queueLimit, version }: Capacity, registers: Registry[]): void {
  new Gauge({
    name: 'pagelight_job_slots',
    help: 'Concurrent jobs, besides one small document.',
    registers,
  }).set(jobSlots);
  new Gauge({ name: 'pagelight_queue_limit', help: 'Maximum length of the queue.', registers }).set(
    queueLimit,
  );
  new Gauge({
    name: 'pagelight_build_info',
    help: 'Always 1; the labels have the versions.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version, node: process.versions.node }, 1);
}
