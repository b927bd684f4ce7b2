import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Logger } from 'pino';
import type { AppEnv } from './app-env.ts';

/**
 * One line per request. It names the route and not the address, and neither headers nor fields: a log must not hold
 * a document's name, a key or a password.
 */
export function requestLog(log: Logger): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const startedAt = performance.now();
    await next();
    const line = {
      requestId: c.get('requestId'),
      method: c.req.method,
      route: routePath(c),
      status: c.res.status,
      code: c.get('problemCode'),
      keyId: c.get('key')?.id,
      ms: Math.round(performance.now() - startedAt),
      bytesIn: c.get('uploadBytes'),
      bytesOut: Number(c.res.headers.get('Content-Length') ?? 0) || undefined,
    };
    if (c.res.status >= 500) log.error(line, 'request failed');
    else if (c.req.method === 'GET' && c.res.status < 400) log.debug(line, 'request');
    else log.info(line, 'request');
  };
}
