import { createHash, timingSafeEqual } from 'node:crypto';
import type { Handler } from 'hono';
import type { Registry } from 'prom-client';
import type { AppEnv } from '../http/app-env.ts';
import { ProblemError } from '../problem.ts';

/** `GET /metrics` for Prometheus, with `Authorization: Bearer <token>` where one is set. */
export function metricsRoute(registry: Registry, token: string | undefined): Handler<AppEnv> {
  return async (c) => {
    if (token !== undefined && !isSame(c.req.header('authorization') ?? '', `Bearer ${token}`)) {
      throw new ProblemError({ code: 'missing_key' });
    }
    return c.body(await registry.metrics(), 200, {
      'Content-Type': registry.contentType,
      'Cache-Control': 'no-store',
    });
  };
}

/** In a time that tells nothing of where they differ. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
