import type { Context } from 'hono';
import type { AppEnv } from '../../http/app-env.ts';

const MAX_WAIT_S = 60;

/** Preferences of a client for the response (RFC 7240). */
export interface Preference {
  /** The document may become a job, and the answer say where it is. */
  readonly respondAsync: boolean;
  /** How long the client waits for the end, in milliseconds; 0: not at all. */
  readonly waitMs: number;
}

export function readPreference(c: Context<AppEnv>): Preference {
  const header = c.req.header('prefer') ?? '';
  const seconds = Number(/(?:^|[,;\s])wait\s*=\s*"?(\d{1,5})"?(?=$|[,;\s])/i.exec(header)?.[1] ?? 0);
  return {
    respondAsync: /(^|[,;\s])respond-async($|[,;\s])/i.test(header),
    waitMs: Math.min(seconds, MAX_WAIT_S) * 1000,
  };
}
