import type { Handler, Hono, MiddlewareHandler } from 'hono';
import { z } from 'zod';
import type { AppEnv } from '../../http/app-env.ts';
import { type Methods, mount } from '../../http/mount.ts';
import { eventList } from '../../jobs/hooks/webhooks.ts';
import { fingerprintOfRequest, type JobRequest, wantedDocuments } from '../../jobs/job-request.ts';
import type { JobService } from '../../jobs/job-service.ts';
import { documentView, jobView } from '../../jobs/views.ts';
import { type FieldError, fieldErrorsProblem, ProblemError } from '../../problem.ts';
import { readIdempotencyKey } from '../compress.ts';
import { documentsRoute, linkNext } from './documents-route.ts';
import { type FileRouteDeps, fileRoute } from './file-route.ts';
import { jobAnswer, resultAnswer } from './job-answers.ts';
import { keyOf } from './key-of.ts';
import { type RecordWebhook, webhookRoutes } from './mount-webhooks.ts';
import { readPreference } from './prefer.ts';
import { readJobRequest, readQuery } from './read-request.ts';

export interface JobRouteDeps extends FileRouteDeps {
  /** Without it the addresses say that jobs are off. */
  readonly asyncJobs?: JobService | undefined;
  readonly recordWebhook: RecordWebhook;
}

const listSchema = z.strictObject({
  state: z.enum(['queued', 'running', 'ended']).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  after: z.string().max(64).optional(),
});

/**
 * Jobs of keys, below `/api/v1` and `/v1`.
 *
 * @param guards what every request of a key passes
 */
export function mountJobs(
  app: Hono<AppEnv>,
  deps: JobRouteDeps,
  guards: readonly MiddlewareHandler<AppEnv>[],
): void {
  const { asyncJobs } = deps;
  for (const prefix of ['/api/v1', '/v1']) {
    for (const path of ['/files', '/jobs/*', '/webhooks/*'])
      for (const guard of guards) app.use(`${prefix}${path}`, guard);
    for (const [path, methods] of Object.entries(asyncJobs === undefined ? OFF : routesOf(asyncJobs, deps)))
      mount(app, `${prefix}${path}`, methods);
  }
}

const UNKNOWN_WEBHOOK: FieldError = {
  code: 'invalid_parameter',
  field: 'webhook.id',
  message: 'names no webhook of this key.',
};

const off: Handler<AppEnv> = () => {
  throw new ProblemError({ code: 'jobs_off' });
};
const OFF: Readonly<Record<string, Methods>> = {
  '/files': { POST: off },
  '/jobs': { GET: off, POST: off },
  '/webhooks': { GET: off, POST: off },
};

function routesOf(jobs: JobService, deps: JobRouteDeps): Readonly<Record<string, Methods>> {
  const { budget, lifecycle } = deps;
  const jobOf: (c: Parameters<Handler<AppEnv>>[0]) => ReturnType<JobService['find']> = (c) =>
    jobs.find(keyOf(c), c.req.param('id') ?? '');
  const documentOf = async (c: Parameters<Handler<AppEnv>>[0]) => {
    const n = c.req.param('n') ?? '';
    if (!/^(0|[1-9]\d{0,4})$/.test(n)) throw new ProblemError({ code: 'not_found' });
    return jobs.document(await jobOf(c), Number(n));
  };

  /** @throws ProblemError `invalid_parameter` if the webhook is not the key's */
  const webhookOf = async (c: Parameters<Handler<AppEnv>>[0], { webhook }: JobRequest) => {
    if (webhook === undefined) return undefined;
    await jobs.webhooks.find(keyOf(c), webhook.id).catch((error: unknown) => {
      if (!(error instanceof ProblemError) || error.problem.code !== 'not_found') throw error;
      throw new ProblemError(fieldErrorsProblem([UNKNOWN_WEBHOOK]));
    });
    return { id: webhook.id, events: eventList(webhook.events) };
  };

  return {
    ...webhookRoutes(jobs.webhooks, deps.recordWebhook),
    '/files': { POST: fileRoute(jobs, deps) },
    '/jobs': {
      async POST(c) {
        const request = await readJobRequest(c);
        const idempotencyKey = readIdempotencyKey(c);
        const fingerprint = fingerprintOfRequest(request);
        const { job, isNew } = await jobs.submit(keyOf(c), {
          documents: wantedDocuments(request),
          keepHours: request.keepHours ?? jobs.limits.resultHours,
          labels: request.labels ?? {},
          failAfter: request.failAfter,
          webhook: await webhookOf(c, request),
          name: idempotencyKey === undefined ? undefined : { idempotencyKey, fingerprint },
          isCounted: false,
        });
        const headers = { Location: `/api/v1/jobs/${job.id}` };
        if (isNew) return jobAnswer(c, jobs, job, 202, headers);
        return jobAnswer(c, jobs, job, 200, { ...headers, 'Idempotency-Replayed': 'true' });
      },
      async GET(c) {
        const { state, limit, after } = readQuery(c, listSchema);
        const rows = await jobs.list(keyOf(c), { state, limit, after });
        const last = rows.at(-1);
        if (rows.length === limit && last !== undefined) linkNext(c, last.id);
        return c.json({ jobs: rows.map((row) => jobView(row, undefined)) }, 200, {
          'Cache-Control': 'no-store',
        });
      },
    },
    '/jobs/:id': {
      async GET(c) {
        const { waitMs } = readPreference(c);
        if (waitMs === 0) return jobAnswer(c, jobs, await jobOf(c), 200);
        const signal = AbortSignal.any([c.req.raw.signal, lifecycle.drainBegan]);
        const job = await jobs.waitForEnd(keyOf(c), c.req.param('id') ?? '', waitMs, signal);
        return jobAnswer(c, jobs, job, 200, { 'Preference-Applied': `wait=${waitMs / 1000}` });
      },
      async DELETE(c) {
        await jobs.remove(await jobOf(c));
        return c.body(null, 204);
      },
    },
    '/jobs/:id/cancel': {
      async POST(c) {
        const job = await jobOf(c);
        await jobs.cancel(job);
        return jobAnswer(c, jobs, await jobOf(c), 200);
      },
    },
    '/jobs/:id/retry': {
      async POST(c) {
        const job = await jobOf(c);
        await jobs.retry(keyOf(c), job);
        return jobAnswer(c, jobs, await jobOf(c), 202);
      },
    },
    '/jobs/:id/documents': { GET: documentsRoute(jobs) },
    '/jobs/:id/documents/:n': {
      async GET(c) {
        return c.json(documentView(await documentOf(c)), 200, { 'Cache-Control': 'no-store' });
      },
    },
    '/jobs/:id/documents/:n/receipt': {
      async GET(c) {
        const { state, receipt } = await documentOf(c);
        if (receipt !== null) return c.body(receipt, 200, { 'Content-Type': 'application/json' });
        const isOpen = state === 'queued' || state === 'running';
        throw new ProblemError(isOpen ? { code: 'not_ended', retryAfterS: 2 } : { code: 'no_result' });
      },
    },
    '/jobs/:id/documents/:n/result': {
      async GET(c) {
        return resultAnswer(c, jobs, budget, await documentOf(c));
      },
    },
  };
}
