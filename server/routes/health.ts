import type { Handler } from 'hono';
import type { AppEnv } from '../http/app-env.ts';
import type { Lifecycle } from '../ops/lifecycle.ts';

/** The process runs. */
export const healthRoute: Handler<AppEnv> = (c) =>
  c.json({ status: 'ok' }, 200, { 'Cache-Control': 'no-store' });

export interface ReadyDeps {
  readonly lifecycle: Lifecycle;
  /** Whether everything is installed that work is done with; the log says what is not. */
  readonly isComplete: boolean;
  readonly databaseAnswers: () => Promise<boolean>;
}

/** The process should get requests: it is not shutting down, nothing of it is missing, and its database answers. */
export function readyRoute(deps: ReadyDeps): Handler<AppEnv> {
  return async (c) => {
    const state = await stateOf(deps);
    return c.json({ status: state }, state === 'ready' ? 200 : 503, { 'Cache-Control': 'no-store' });
  };
}

async function stateOf({ lifecycle, isComplete, databaseAnswers }: ReadyDeps) {
  if (lifecycle.draining) return 'draining';
  if (!isComplete) return 'incomplete';
  return (await databaseAnswers()) ? 'ready' : 'no-database';
}
