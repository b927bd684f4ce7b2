import type { MiddlewareHandler } from 'hono';
import type { ApiKey } from '../keys/key-service.ts';
import { type Problem, ProblemError } from '../problem.ts';
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
    // What is announced counts: a document that would not fit need not be sent.
    const announced = Number(c.req.header('content-length') ?? 0) - FORM_BYTES;
    const problem = key === undefined ? undefined : await dayProblem(usage, key, announced, now());
    if (problem !== undefined) throw new ProblemError(problem);
    await next();
  };
}

/**
 * What keeps a key from one more document today; undefined where nothing does.
 *
 * @param bytes of the document
 */
export async function dayProblem(
  usage: UsageRecorder,
  { id, dailyDocuments, dailyBytes }: Pick<ApiKey, 'id' | 'dailyDocuments' | 'dailyBytes'>,
  bytes: number,
  now: number,
): Promise<Problem | undefined> {
  if (dailyDocuments === null && dailyBytes === null) return undefined;
  const used = await usage.today(id);
  const over = (what: 'documents' | 'bytes', limit: number): Problem => {
    const retryAfterS = Math.ceil((DAY_MS - (now % DAY_MS)) / 1000);
    return { code: 'daily_limit', what, limit, retryAfterS };
  };
  if (dailyDocuments !== null && used.documents >= dailyDocuments) return over('documents', dailyDocuments);
  const isOver = dailyBytes !== null && (used.bytes >= dailyBytes || used.bytes + bytes > dailyBytes);
  return isOver ? over('bytes', dailyBytes) : undefined;
}

/** What a form may weigh around its document. */
const FORM_BYTES = 64 * 1024;
