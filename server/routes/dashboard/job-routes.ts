import type { Context } from 'hono';
import { z } from 'zod';
import type {
  JobDetailsResponse,
  JobDocumentsResponse,
  JobResponse,
  JobsResponse,
  RetryResponse,
} from '../../../shared/api/dashboard-jobs.ts';
import type { Accounts } from '../../accounts/account-service.ts';
import type { AuditLog } from '../../audit/audit-log.ts';
import type { AppEnv } from '../../http/app-env.ts';
import type { Methods } from '../../http/mount.ts';
import type { JobService } from '../../jobs/job-service.ts';
import { JOB_FILTERS, MAX_COUNTED } from '../../jobs/overview/job-overview.ts';
import type { ApiKey, KeyService } from '../../keys/key-service.ts';
import { ProblemError } from '../../problem.ts';
import { fieldWords } from '../../text/dashboard.ts';
import { documentOf, failureOf, jobOf, webhookOf } from './job-views.ts';
import { keysSeenBy } from './key-routes.ts';
import { readQuery } from './read-json.ts';
import { createSessionCookies } from './session-cookies.ts';
import { signedIn } from './signed-in.ts';

export interface JobRouteDeps {
  readonly accounts: Pick<Accounts, 'sessions'>;
  readonly audit: AuditLog;
  readonly keys: KeyService;
  readonly now: () => number;
  readonly trustProxy: boolean;
  /** Without it jobs are off. */
  readonly asyncJobs?: JobService | undefined;
}

const PAGE_JOBS = 50;
const PAGE_DOCUMENTS = 100;
const error = fieldWords.jobQuery;
const place = z
  .string()
  .regex(/^\d{1,5}$/, { error })
  .transform(Number);
const LIST = z.object({
  show: z.enum(JOB_FILTERS, { error }).default('all'),
  key: z.string().max(64, { error }).optional(),
  after: z.string().max(64, { error }).optional(),
});
const DOCUMENTS = z.object({
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled'], { error }),
  like: place.optional(),
  after: place.optional(),
});

/** Jobs of all keys, or of a member's own: what became of them, cancelling, retrying, and sending events again. */
export function jobRoutes(deps: JobRouteDeps): Readonly<Record<string, Methods>> {
  const door = createSessionCookies(deps.accounts, deps.trustProxy);
  const record: Recorder = (c, action, key, detail) =>
    deps.audit.record(door.actor(c), { action, subject: key?.name ?? '', detail });
  return {
    jobs: { GET: (c) => listJobs(c, deps) },
    'jobs/:id': { GET: (c) => jobDetails(c, deps) },
    'jobs/:id/documents': { GET: (c) => listDocuments(c, deps) },

    'jobs/:id/cancel': {
      POST: async (c) => {
        const { jobs, job, keys } = await jobIn(c, deps);
        if (job.state !== 'ended') {
          await jobs.cancel(job);
          await record(c, 'job-cancelled', keys.get(job.key_id), job.id);
        }
        const changed = await jobIn(c, deps);
        return c.json<JobResponse>(jobOf(changed.job, changed.keys));
      },
    },

    'jobs/:id/retry': {
      POST: async (c) => {
        const { jobs, job, keys } = await jobIn(c, deps);
        const key = keys.get(job.key_id);
        if (key === undefined) throw new ProblemError({ code: 'not_found' });
        const count = await jobs.retry(key, job);
        if (count > 0) await record(c, 'job-retried', key, `${job.id} · ${count}`);
        return c.json<RetryResponse>({ count }, 202);
      },
    },

    'jobs/:id/deliveries/:event/resend': {
      POST: async (c) => {
        const { jobs, job, keys } = await jobIn(c, deps);
        const event = await jobs.overview.eventOf(job, c.req.param('event') ?? '');
        if (event === undefined) throw new ProblemError({ code: 'not_found' });
        await jobs.webhooks.resend({ id: event.webhook_id }, event.id);
        await record(c, 'webhook-resent', keys.get(job.key_id), `${event.type} · ${job.id}`);
        return c.body(null, 204);
      },
    },
  };
}

/** Writes a change into the audit log. */
type Recorder = (
  c: Context<AppEnv>,
  action: 'job-cancelled' | 'job-retried' | 'webhook-resent',
  key: ApiKey | undefined,
  detail: string,
) => Promise<void>;

/** The keys whose jobs the reader may see. */
async function seenBy(c: Context<AppEnv>, keys: KeyService) {
  const session = signedIn(c);
  const all = await keysSeenBy(keys, session).list();
  return {
    keys: new Map(all.map((key) => [key.id, key])),
    ids: session.role === 'member' ? all.map(({ id }) => id) : undefined,
  };
}

/** @throws ProblemError `not_found` also for jobs of keys that the reader may not see */
async function jobIn(c: Context<AppEnv>, { keys, asyncJobs }: JobRouteDeps) {
  const { keys: seen, ids } = await seenBy(c, keys);
  const job = await asyncJobs?.overview.find(ids, c.req.param('id') ?? '');
  if (asyncJobs === undefined || job === undefined) throw new ProblemError({ code: 'not_found' });
  return { jobs: asyncJobs, job, keys: seen };
}

async function listJobs(c: Context<AppEnv>, { keys, now, asyncJobs }: JobRouteDeps): Promise<Response> {
  const { show, key, after } = readQuery(c, LIST);
  const { keys: seen, ids } = await seenBy(c, keys);
  if (asyncJobs === undefined) return c.json<JobsResponse>({ ...NOTHING, now: now() });
  const { overview } = asyncJobs;
  const chosen = key === undefined ? ids : [key].filter((id) => seen.has(id));
  const page = { filter: show, limit: PAGE_JOBS + 1, after };
  const [{ jobs: counts, ...numbers }, rows] = await Promise.all([
    overview.numbers(chosen, now()),
    overview.list(chosen, page),
  ]);
  const jobs = rows.slice(0, PAGE_JOBS);
  return c.json<JobsResponse>({
    now: now(),
    isOn: true,
    ...numbers,
    counts,
    countedUpTo: MAX_COUNTED,
    keys: [...seen.values()].map(({ id, name, hint }) => ({ id, name, hint })),
    jobs: jobs.map((row) => jobOf(row, seen)),
    next: rows.length > PAGE_JOBS ? jobs.at(-1)!.id : null,
  });
}

async function jobDetails(c: Context<AppEnv>, deps: JobRouteDeps): Promise<Response> {
  const { jobs, job, keys } = await jobIn(c, deps);
  const [failures, deliveries, { workers }] = await Promise.all([
    jobs.overview.failures(job),
    jobs.overview.deliveries(job),
    jobs.overview.workers(),
  ]);
  return c.json<JobDetailsResponse>({
    now: deps.now(),
    job: jobOf(job, keys),
    workers,
    failures: failures.map(failureOf),
    webhook: deliveries === undefined ? null : webhookOf(deliveries),
  });
}

async function listDocuments(c: Context<AppEnv>, deps: JobRouteDeps): Promise<Response> {
  const { jobs, job } = await jobIn(c, deps);
  const { state, like, after = -1 } = readQuery(c, DOCUMENTS);
  const rows = await jobs.overview.documents(job, { state, like, after, limit: PAGE_DOCUMENTS + 1 });
  const documents = rows.slice(0, PAGE_DOCUMENTS);
  const next = rows.length > PAGE_DOCUMENTS ? documents.at(-1)!.n : null;
  return c.json<JobDocumentsResponse>({ documents: documents.map(documentOf), next });
}

/** The answer where jobs are off. */
const NOTHING: Omit<JobsResponse, 'now'> = {
  isOn: false,
  open: 0,
  oldestAt: null,
  workers: 0,
  recentlyFailed: 0,
  recentlyEnded: 0,
  counts: { all: 0, open: 0, failures: 0 },
  countedUpTo: MAX_COUNTED,
  keys: [],
  jobs: [],
  next: null,
};
