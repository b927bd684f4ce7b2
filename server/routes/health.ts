import type { Handler } from 'hono';
import type { DatabaseState } from '../db/health.ts';
import type { AppEnv } from '../http/app-env.ts';
import type { Lifecycle } from '../lifecycle.ts';

/** Liveness: the process runs. */
export const healthRoute: Handler<AppEnv> = (c) =>
  c.json({ status: 'ok' }, 200, { 'Cache-Control': 'no-store' });

export interface ReadyDeps {
  readonly lifecycle: Pick<Lifecycle, 'draining'>;
  /** Whether all required components are installed; the log names missing ones. */
  readonly isComplete: boolean;
  readonly databaseState: () => Promise<DatabaseState>;
}

/**
 * Readiness: the process is not shutting down, is complete, and its database responds. A database that cannot be
 * written is reported but stays ready, since documents do not need it.
 */
export function readyRoute(deps: ReadyDeps): Handler<AppEnv> {
  return async (c) => {
    const state = await stateOf(deps);
    const isReady = state === 'ready' || state === 'cannot-write';
    return c.json({ status: state }, isReady ? 200 : 503, { 'Cache-Control': 'no-store' });
  };
}

async function stateOf({ lifecycle, isComplete, databaseState }: ReadyDeps) {
  if (lifecycle.draining) return 'draining';
  if (!isComplete) return 'incomplete';
  return DATABASE_WORDS[await databaseState()];
}

const DATABASE_WORDS = {
  well: 'ready',
  'cannot-write': 'cannot-write',
  gone: 'no-database',
} as const satisfies Record<DatabaseState, string>;
