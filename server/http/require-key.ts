import type { MiddlewareHandler } from 'hono';
import type { KeyCheck, KeyService, Scope } from '../keys/key-service.ts';
import { ProblemError } from '../problem.ts';
import type { AppEnv } from './app-env.ts';

/**
 * Lets a request pass that bears a good key with this scope, in `Authorization: Bearer` or in `X-API-Key`. Either is
 * enough: a proxy may need the other header for itself. Cookies are never read.
 */
export function requireKey(keys: KeyService, scope: Scope): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const secrets = presentedKeys(c.req.header('authorization'), c.req.header('x-api-key'));
    if (secrets.length === 0) throw new ProblemError({ code: 'missing_key' });

    const check = await firstGood(keys, secrets);
    if (!check.ok) throw new ProblemError({ code: check.code });
    c.set('key', check.key);
    if (!check.key.scopes.includes(scope)) throw new ProblemError({ code: 'insufficient_scope', scope });
    await next();
  };
}

function presentedKeys(authorization: string | undefined, apiKey: string | undefined): readonly string[] {
  const bearer = /^Bearer +(.+)$/i.exec(authorization?.trim() ?? '')?.[1];
  return [bearer, apiKey?.trim() || undefined].filter((secret) => secret !== undefined);
}

/** The first key that is good, else what is wrong with the first. */
async function firstGood(keys: KeyService, secrets: readonly string[]): Promise<KeyCheck> {
  const checks: KeyCheck[] = [];
  for (const secret of secrets) {
    const check = await keys.check(secret);
    if (check.ok) return check;
    checks.push(check);
  }
  return checks[0];
}
