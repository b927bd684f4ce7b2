import type { Context, MiddlewareHandler } from 'hono';
import type { AppEnv } from '../../http/app-env.ts';
import { ProblemError } from '../../problem.ts';

/** A page of another site can send this header only after a CORS preflight, which this server never grants. */
export const CSRF_HEADER = 'x-pagelight-page';

/**
 * Accepts changes only from the dashboard's own page. The cookie is `SameSite=Strict` already. This check covers
 * browsers without that, and pages on another port or sibling domain, which count as the same site.
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

/** Uses headers that pages cannot set; a client without them is not a page. */
function isSameOrigin(c: Context<AppEnv>, trustProxy: boolean): boolean {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = c.req.header('origin');
  if (origin === undefined) return true;
  const forwarded = trustProxy ? c.req.header('x-forwarded-host')?.split(',').at(-1)?.trim() : undefined;
  return URL.canParse(origin) && new URL(origin).host === (forwarded || c.req.header('host'));
}
