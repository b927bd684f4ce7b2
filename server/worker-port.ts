import type { Server } from 'node:http';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { DatabaseState } from './db/health.ts';
import type { AppEnv } from './http/app-env.ts';
import { mount } from './http/mount.ts';
import { problemResponse } from './http/problem-response.ts';
import { createHttpServer, ListenError, listen, listenerOf } from './ops/http-server.ts';
import { ProblemError } from './problem.ts';
import { healthRoute, readyRoute } from './routes/health.ts';
import { metricsRoute } from './routes/metrics.ts';

export interface WorkerPortDeps {
  readonly host: string;
  /** 0: none. */
  readonly port: number;
  readonly registry: Registry;
  readonly metricsToken: string | undefined;
  readonly lifecycle: { readonly draining: boolean };
  readonly databaseState: () => Promise<DatabaseState>;
  readonly log: Logger;
}

/**
 * Opens the port of a worker: `/healthz`, `/readyz` and `/metrics`, as servers have them. Returns undefined without one. A
 * worker whose port is taken works all the same, since several of them may run on one machine.
 */
export async function openWorkerPort(deps: WorkerPortDeps): Promise<Server | undefined> {
  if (deps.port === 0) return undefined;
  const app = new Hono<AppEnv>();
  mount(app, '/healthz', { GET: healthRoute });
  mount(app, '/readyz', { GET: readyRoute({ ...deps, isComplete: true }) });
  mount(app, '/metrics', { GET: metricsRoute(deps.registry, deps.metricsToken) });
  app.notFound((c) => problemResponse(c, { code: 'not_found' }));
  app.onError((error, c) =>
    problemResponse(c, error instanceof ProblemError ? error.problem : { code: 'internal' }),
  );
  const server = createHttpServer(listenerOf(app.fetch));
  try {
    await listen(server, deps.port, deps.host);
    return server;
  } catch (error) {
    if (!(error instanceof ListenError)) throw error;
    deps.log.warn({ port: deps.port }, 'WORK_PORT is taken: this worker has no metrics and health checks');
    return undefined;
  }
}
