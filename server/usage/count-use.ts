import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from '../http/app-env.ts';
import type { UsageRecorder } from './usage-recorder.ts';

/** Counts every request that bore a good key, whatever became of it. Stands right behind what checks the key. */
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
