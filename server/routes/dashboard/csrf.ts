import type { Context, MiddlewareHandler } from 'hono';
import type { AppEnv } from '../../http/app-env.ts';
import { ProblemError } from '../../problem.ts';

/** A page of another site cannot send it without asking first, and nobody here answers such a question with yes. */
export const CSRF_HEADER = 'x-pagelight-page';

/**
 * Lets changes pass only from the dashboard's own page. The cookie is `SameSite=Strict` already; this holds where a
 * browser does not know that, and against pages on another port or a sister domain, which count as the same site.
 */
export function csrfProtection(trustProxy: boolean): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const isChange = c.req.method !== 'GET' && c.req.method !== 'HEAD';
    if (isChange && !(c.req.header(CSRF_HEADER) === 'dashboard' && isSameOrigin(c, trustProxy))) {
      throw new ProblemError({ code: 'csrf_rejected' });
    }
    await next();
  };
}

/** By what the browser says of itself, which no page can change; a program that says nothing is no page. */
function isSameOrigin(c: Context<AppEnv>, trustProxy: boolean): boolean {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = c.req.header('origin');
  if (origin === undefined) return true;
  const forwarded = trustProxy ? c.req.header('x-forwarded-host')?.split(',').at(-1)?.trim() : undefined;
  return URL.canParse(origin) && new URL(origin).host === (forwarded || c.req.header('host'));
}
