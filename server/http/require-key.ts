import type { Context, MiddlewareHandler } from 'hono';
import { allows, type KeyCheck, type KeyService, type Scope } from '../keys/key-service.ts';
import { ProblemError } from '../problem.ts';
import type { AppEnv } from './app-env.ts';

/**
 * Requires a valid key with this scope, in `Authorization: Bearer` or in `X-API-Key`. Either is enough: a proxy may
 * need the other header. Cookies are never read.
 *
 * @param countStranger called for a request without a valid key, and may throw
 */
export function requireKey(
  keys: KeyService,
  scope: Scope,
  countStranger: (c: Context<AppEnv>) => Promise<void>,
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const secrets = presentedKeys(c.req.header('authorization'), c.req.header('x-api-key'));
    const check: KeyCheck | undefined = await firstGood(keys, secrets);
    if (!check?.ok) {
      await countStranger(c);
      throw new ProblemError({ code: check === undefined ? 'missing_key' : check.code });
    }
    c.set('key', check.key);
    if (!allows(check.key.scopes, scope)) throw new ProblemError({ code: 'insufficient_scope', scope });
    await next();
  };
}

function presentedKeys(authorization: string | undefined, apiKey: string | undefined): readonly string[] {
  const bearer = /^Bearer +(.+)$/i.exec(authorization?.trim() ?? '')?.[1];
  return [bearer, apiKey?.trim() || undefined].filter((secret) => secret !== undefined);
}

/** The first valid key, else the error of the first key; undefined if there is none. */
async function firstGood(keys: KeyService, secrets: readonly string[]): Promise<KeyCheck | undefined> {
  const checks: KeyCheck[] = [];
  for (const secret of secrets) {
    const check = await keys.check(secret);
    if (check.ok) return check;
    checks.push(check);
  }
  return checks[0];
}
