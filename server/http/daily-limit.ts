import type { MiddlewareHandler } from 'hono';
import type { ApiKey } from '../keys/key-service.ts';
import { type Problem, ProblemError } from '../problem.ts';
import type { UsageRecorder } from '../usage/usage-recorder.ts';
import type { AppEnv } from './app-env.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** What keys may do in a day (UTC), where they have such limits. */
export interface DailyLimits {
  /**
   * Takes one more document of a key up; what is returned is called when its work is over, and counted as use. Documents in
   * work count until then, so that many at the same moment are no more than one after the other. What other replicas did
   * within the last seconds is not counted yet.
   *
   * @param bytes of the document, as far as they are known
   * @throws ProblemError `daily_limit`
   */
  begin(key: LimitedKey, bytes: number): Promise<() => void>;
}

type LimitedKey = Pick<ApiKey, 'id' | 'dailyDocuments' | 'dailyBytes'>;

interface Amount {
  readonly documents: number;
  readonly bytes: number;
}

const NOTHING: Amount = { documents: 0, bytes: 0 };

export function createDailyLimits(usage: Pick<UsageRecorder, 'today'>, now: () => number): DailyLimits {
  /** By the key's id. */
  const inWork = new Map<string, Amount>();
  const add = (id: string, documents: number, bytes: number) => {
    const before = inWork.get(id) ?? NOTHING;
    const after = { documents: before.documents + documents, bytes: before.bytes + bytes };
    if (after.documents > 0) inWork.set(id, after);
    else inWork.delete(id);
  };

  return {
    async begin(key, bytes) {
      if (key.dailyDocuments === null && key.dailyBytes === null) return () => undefined;
      const used = await usage.today(key.id);
      // From here to `add` nothing else runs: of many at the same moment each sees those before it.
      const meanwhile = inWork.get(key.id) ?? NOTHING;
      const all = { documents: used.documents + meanwhile.documents, bytes: used.bytes + meanwhile.bytes };
      const problem = problemOf(key, all, bytes, now());
      if (problem !== undefined) throw new ProblemError(problem);
      add(key.id, 1, bytes);
      return () => {
        // Whoever is done is counted as use before the next turn.
        setImmediate(() => add(key.id, -1, -bytes));
      };
    },
  };
}

function problemOf(
  { dailyDocuments, dailyBytes }: LimitedKey,
  used: Amount,
  bytes: number,
  now: number,
): Problem | undefined {
  const over = (what: 'documents' | 'bytes', limit: number): Problem => {
    const retryAfterS = Math.ceil((DAY_MS - (now % DAY_MS)) / 1000);
    return { code: 'daily_limit', what, limit, retryAfterS };
  };
  if (dailyDocuments !== null && used.documents >= dailyDocuments) return over('documents', dailyDocuments);
  const isOver = dailyBytes !== null && (used.bytes >= dailyBytes || used.bytes + bytes > dailyBytes);
  return isOver ? over('bytes', dailyBytes) : undefined;
}

/** Holds a key to what it may do in a day. */
export function limitDay(limits: DailyLimits): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const key = c.get('key');
    if (key === undefined) throw new Error('limitDay stands behind requireKey');
    // What is announced counts: a document that would not fit need not be sent.
    const announced = Math.max(0, Number(c.req.header('content-length') ?? 0) - FORM_BYTES);
    const end = await limits.begin(key, announced);
    try {
      await next();
    } finally {
      end();
    }
  };
}

/** What a form may weigh around its document. */
const FORM_BYTES = 64 * 1024;
