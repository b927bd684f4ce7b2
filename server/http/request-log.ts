import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Logger } from 'pino';
import type { AppEnv } from './app-env.ts';

/**
 * Logs one line per request. Names the route instead of the URL, and neither headers nor fields: a log must not contain
 * a document's name, a key or a password. A failed sign-in is logged with the client's address.
 */
export function requestLog(log: Logger): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const startedAt = performance.now();
    await next();
    const line = {
      requestId: c.get('requestId'),
      traceId: c.get('trace')?.traceId,
      spanId: c.get('trace')?.spanId,
      method: c.req.method,
      route: routePath(c),
      status: c.res.status,
      code: c.get('problemCode'),
      keyId: c.get('key')?.id,
      address: c.get('strangerAddress'),
      ms: Math.round(performance.now() - startedAt),
      checkFailedAt: c.get('checkFailedAt'),
      bytesIn: c.get('uploadBytes'),
      bytesOut: Number(c.res.headers.get('Content-Length') ?? 0) || undefined,
    };
    log[levelOf(c.req.method, c.res.status)](line, 'request');
  };
}

/** A busy or slow server is a warning; only a bug is an error. Pages and health checks would drown the rest. */
function levelOf(method: string, status: number): 'error' | 'warn' | 'info' | 'debug' {
  if (status === 500) return 'error';
  if (status > 500) return 'warn';
  return status < 400 && (method === 'GET' || method === 'HEAD') ? 'debug' : 'info';
}
