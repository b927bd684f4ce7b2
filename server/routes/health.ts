import type { Handler } from 'hono';
import type { AppEnv } from '../http/app-env.ts';
import type { Lifecycle } from '../ops/lifecycle.ts';

/** The process runs. */
export const healthRoute: Handler<AppEnv> = (c) =>
  c.json({ status: 'ok' }, 200, { 'Cache-Control': 'no-store' });

/** The process should get requests: it is not shutting down, and its database answers. */
export function readyRoute(lifecycle: Lifecycle, databaseAnswers: () => Promise<boolean>): Handler<AppEnv> {
  return async (c) => {
    const state = lifecycle.draining ? 'draining' : (await databaseAnswers()) ? 'ready' : 'no-database';
    return c.json({ status: state }, state === 'ready' ? 200 : 503, { 'Cache-Control': 'no-store' });
  };
}
