import type { Context } from 'hono';
import type { AppEnv } from '../../http/app-env.ts';
import type { ApiKey } from '../../keys/key-service.ts';

/** The key of a request that requireKey let pass. */
export function keyOf(c: Context<AppEnv>): ApiKey {
  const key = c.get('key');
  if (key === undefined) throw new Error('jobs stand behind requireKey');
  return key;
}
