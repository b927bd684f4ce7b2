import type { MiddlewareHandler } from 'hono';
import { ProblemError } from '../problem.ts';
import type { UsageRecorder } from '../usage/usage-recorder.ts';
import type { AppEnv } from './app-env.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Holds a key to what it may do in a day (UTC), where it has such a limit. What other replicas did within the last
 * seconds is not counted yet.
 */
export function limitDay(usage: UsageRecorder, now: () => number): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const key = c.get('key');
    const { dailyDocuments = null, dailyBytes = null } = key ?? {};
    if (key !== undefined && (dailyDocuments !== null || dailyBytes !== null)) {
      const used = await usage.today(key.id);
      const refuse = (what: 'documents' | 'bytes', limit: number) => {
        const retryAfterS = Math.ceil((DAY_MS - (now() % DAY_MS)) / 1000);
        throw new ProblemError({ code: 'daily_limit', what, limit, retryAfterS });
      };
      if (dailyDocuments !== null && used.documents >= dailyDocuments) refuse('documents', dailyDocuments);
      // What is announced counts: a document that would not fit need not be sent.
      const announced = Number(c.req.header('content-length') ?? 0);
      if (
        dailyBytes !== null &&
        (used.bytes >= dailyBytes || used.bytes + announced > dailyBytes + FORM_BYTES)
      )
        refuse('bytes', dailyBytes);
    }
    await next();
  };
}

/** What a form may weigh around its document. */
const FORM_BYTES = 64 * 1024;
