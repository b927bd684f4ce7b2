import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, Handler } from 'hono';
import type { Registry } from 'prom-client';
import type { AppEnv } from '../http/app-env.ts';
import { ProblemError } from '../problem.ts';

/**
 * `GET /metrics` for Prometheus, with `Authorization: Bearer <token>` if a token is set. Without one only direct
 * requests from this machine are allowed.
 */
export function metricsRoute(registry: Registry, token: string | undefined): Handler<AppEnv> {
  return async (c) => {
    const isWelcome =
      token === undefined ? isLocal(c) : isSame(c.req.header('authorization') ?? '', `Bearer ${token}`);
    if (!isWelcome) throw new ProblemError({ code: token === undefined ? 'not_found' : 'missing_key' });
    return c.body(await registry.metrics(), 200, {
      'Content-Type': registry.contentType,
      'Cache-Control': 'no-store',
    });
  };
}

const OF_PROXIES = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'];

/** Requests without a connection come from a test. */
function isLocal(c: Context<AppEnv>): boolean {
  const address = c.env?.incoming?.socket.remoteAddress ?? '127.0.0.1';
  const isOwn = /^(::ffff:)?127\.|^::1$/.test(address);
  return isOwn && OF_PROXIES.every((name) => c.req.header(name) === undefined);
}

/** Constant-time comparison. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
