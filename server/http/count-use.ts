import type { MiddlewareHandler } from 'hono';
import type { UsageRecorder } from '../usage/usage-recorder.ts';
import type { AppEnv } from './app-env.ts';

/** Counts every request with a valid key, whatever its outcome. Runs right after the key check. */
export function countUse(usage: UsageRecorder): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    const key = c.get('key');
    if (key === undefined) return;
    const bytesIn = c.get('uploadBytes') ?? 0;
    const resultBytes = c.get('resultBytes');
    usage.record({
      keyId: key.id,
      isError: c.res.status >= 400,
      bytesIn,
      bytesOut: resultBytes ?? 0,
      bytesSaved: resultBytes === undefined ? 0 : Math.max(0, bytesIn - resultBytes),
    });
  };
}
