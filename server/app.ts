import { Hono } from 'hono';
import { requestId } from 'hono/request-id';
import type { Logger } from 'pino';
import type { AgentFileStores } from './agents/file-stores.ts';
import type { ApiLimits } from './contract/openapi.ts';
import type { DatabaseState } from './db/health.ts';
import { DatabaseUnavailable } from './db/unavailable.ts';
import type { AppEnv } from './http/app-env.ts';
import { clientAddress } from './http/client-address.ts';
import { countUse } from './http/count-use.ts';
import { crossOrigin } from './http/cross-origin.ts';
import { createDailyLimits, limitDay } from './http/daily-limit.ts';
import { lingeringClose } from './http/lingering-close.ts';
import { dropSlowReaders, type MinDataRate } from './http/min-data-rate.ts';
import { mount } from './http/mount.ts';
import { problemResponse } from './http/problem-response.ts';
import { limitByAddress, limitByKey, type RateLimitDeps } from './http/rate-limit.ts';
import { requestLog } from './http/request-log.ts';
import { requireKey } from './http/require-key.ts';
import { securityHeaders } from './http/security-headers.ts';
import type { IdempotencyStore } from './idempotency/idempotency-store.ts';
import type { JobService } from './jobs/job-service.ts';
import { type KeyService, SCOPES, type Scope } from './keys/key-service.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { ByteBudget } from './limits/byte-budget.ts';
import type { Metrics } from './ops/metrics.ts';
import type { JobRunner } from './pool/job.ts';
import { ProblemError } from './problem.ts';
import { mountAgents } from './routes/agents.ts';
import { compressRoute } from './routes/compress.ts';
import { type DashboardDeps, mountDashboard } from './routes/dashboard/mount-dashboard.ts';
import { healthRoute, readyRoute } from './routes/health.ts';
import { inspectRoute } from './routes/inspect.ts';
import { mountJobs } from './routes/jobs/mount-jobs.ts';
import type { RecordWebhook } from './routes/jobs/mount-webhooks.ts';
import { metricsRoute } from './routes/metrics.ts';
import { mountApiTexts, openApiRoute } from './routes/openapi.ts';
import { mountSite } from './routes/site.ts';
import { recordSpans } from './tracing/request-spans.ts';
import type { SpanExporter } from './tracing/span-exporter.ts';
import { extractTraceContext } from './tracing/trace.ts';
import type { UsageRecorder } from './usage/usage-recorder.ts';

export interface AppDeps {
  readonly jobs: JobRunner;
  readonly keys: KeyService;
  readonly usage: UsageRecorder;
  readonly dashboard: Pick<DashboardDeps, 'accounts' | 'audit' | 'db' | 'now'>;
  readonly log: Logger;
  readonly lifecycle: Lifecycle;
  readonly databaseState: () => Promise<DatabaseState>;
  /** Whether all required components are installed. */
  readonly isComplete: boolean;
  readonly metrics: Metrics;
  /** Exporter for spans; without it none are recorded. */
  readonly spans?: SpanExporter | undefined;
  /** Bearer token of `/metrics`; without it only this machine may read them. */
  readonly metricsToken?: string | undefined;
  readonly maxUploadBytes: number;
  /** Minimum transfer rate of clients, in both directions. */
  readonly minDataRate: MinDataRate;
  /** Limits the total size of in-memory documents. */
  readonly budget: ByteBudget;
  readonly limits: RateLimitDeps;
  /** This server's limits, for the docs. */
  readonly apiLimits?: ApiLimits;
  readonly answered: IdempotencyStore;
  /** Documents whose clients do not wait; without it there are none. */
  readonly asyncJobs?: JobService | undefined;
  /** For what agents work on; without them there is no `/mcp`. */
  readonly fileStores?: AgentFileStores | undefined;
  /** Origins whose pages may call the API from a browser; `*` allows all. */
  readonly corsOrigins: readonly string[];
  readonly trustProxy: boolean;
  /** Folder of the built page; without it only the API is served. */
  readonly webRoot?: string;
}

const OPENAPI_PATH = '/api/openapi.json';

/** The whole service without a port. Invariant: reads no environment variables and owns nothing that must be closed. */
export function createApp(deps: AppDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(requestId());
  app.use(requestLog(deps.log));
  app.use(extractTraceContext());
  if (deps.spans !== undefined) app.use(recordSpans(deps.spans));
  app.use(deps.metrics.observe);
  app.use(securityHeaders(deps.trustProxy));
  app.use(async (c, next) => {
    await next();
    // A keep-alive connection would delay a draining server indefinitely.
    if (deps.lifecycle.draining) c.res.headers.set('Connection', 'close');
  });
  app.use(dropSlowReaders(deps.minDataRate));
  app.use(lingeringClose(deps.lifecycle.drainBegan));

  mount(app, '/healthz', { GET: healthRoute });
  mount(app, '/readyz', { GET: readyRoute(deps) });
  mount(app, '/metrics', { GET: metricsRoute(deps.metrics.registry, deps.metricsToken) });
  for (const path of ['/api/v1/*', '/v1/*', OPENAPI_PATH]) app.use(path, crossOrigin(deps.corsOrigins));
  mount(app, '/api/v1/health', { GET: healthRoute });
  mount(app, OPENAPI_PATH, { GET: openApiRoute(deps.apiLimits ?? {}) });
  mountApiTexts(app, deps.apiLimits ?? {});
  const operations = { compress: compressRoute(deps), inspect: inspectRoute(deps) };
  const key = (scope: Scope) => requireKey(deps.keys, scope, (c) => limitByAddress(c, deps.limits));
  const dailyLimits = createDailyLimits(deps.usage, deps.dashboard.now);
  const [minute, day] = [limitByKey(deps.limits), limitDay(dailyLimits)];
  for (const name of SCOPES) {
    const handler = operations[name];
    for (const path of [`/api/v1/${name}`, `/v1/${name}`]) {
      app.post(path, key(name), countUse(deps.usage), minute, day);
      mount(app, path, { POST: handler });
    }
  }
  mountJobs(app, { ...deps, recordWebhook: webhookRecorder(deps) }, [key('compress'), minute]);
  if (deps.fileStores !== undefined) {
    const agents = { ...deps, fileStores: deps.fileStores, dailyLimits };
    // The scope `compress` includes `inspect`; the key's scopes decide which tools are offered.
    mountAgents(app, agents, [key('inspect'), minute], [day]);
  }
  const { keys, trustProxy, asyncJobs } = deps;
  mountDashboard(app, { ...deps.dashboard, keys, trustProxy, asyncJobs });
  for (const prefix of ['/api', '/v1', '/mcp']) {
    app.all(`${prefix}/*`, () => {
      throw new ProblemError({ code: 'not_found' });
    });
  }
  if (deps.webRoot !== undefined) mountSite(app, deps.webRoot);

  app.notFound((c) => problemResponse(c, { code: 'not_found' }));
  app.onError((error, c) => {
    if (c.req.raw.signal.aborted) return new Response(null, { status: CLIENT_GONE });
    if (error instanceof ProblemError) return problemResponse(c, error.problem);
    if (error instanceof DatabaseUnavailable) {
      deps.log.warn({ err: error.cause, requestId: c.get('requestId') }, error.message);
      return problemResponse(c, { code: 'unavailable', retryAfterS: DATABASE_RETRY_S });
    }
    deps.log.error({ err: error, requestId: c.get('requestId') }, 'unexpected error');
    return problemResponse(c, { code: 'internal' });
  });
  return app;
}

/** A database that restarts is back in seconds. */
const DATABASE_RETRY_S = 2;

/** The client has disconnected. The status is nginx's "client closed request", for the log. */
const CLIENT_GONE = 499;

function webhookRecorder({ dashboard, trustProxy }: AppDeps): RecordWebhook {
  return (c, action, { id, url }) => {
    const subject = c.get('key')?.name ?? '';
    const actor = { name: `API · ${subject}`, address: clientAddress(c, trustProxy) };
    return dashboard.audit.record(actor, { action, subject, detail: `${id} · ${new URL(url).host}` });
  };
}
