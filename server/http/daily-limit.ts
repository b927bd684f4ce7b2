import type { MiddlewareHandler } from 'hono';
import type { ApiKey } from '../keys/key-service.ts';
import { type Problem, ProblemError } from '../problem.ts';
import type { UsageRecorder } from '../usage/usage-recorder.ts';
import type { AppEnv } from './app-env.ts';
import type { DocumentUse } from './document-use.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Daily limits of keys (UTC). */
export interface DailyLimits {
  /**
   * Starts one document of a key. Running documents count until their usage is recorded, so that concurrent ones cannot
   * exceed the limit. Other replicas' usage of the last seconds is not included.
   *
   * @param bytes size of the document, as far as known
   * @throws ProblemError `daily_limit`
   */
  begin(key: LimitedKey, bytes: number): Promise<DocumentUse>;
}

type LimitedKey = Pick<ApiKey, 'id' | 'dailyDocuments' | 'dailyBytes'>;

interface Amount {
  readonly documents: number;
  readonly bytes: number;
}

/** A key's running documents. */
interface InWork extends Amount {
  /** Bytes of documents that ended since the key last had none running. */
  readonly endedBytes: number;
}

const NOTHING: InWork = { documents: 0, bytes: 0, endedBytes: 0 };
const UNLIMITED: DocumentUse = { arrived: () => undefined, end: () => undefined };

export function createDailyLimits(usage: Pick<UsageRecorder, 'today'>, now: () => number): DailyLimits {
  /** Keyed by key id. */
  const inWork = new Map<string, InWork>();
  const workOf = (id: string) => inWork.get(id) ?? NOTHING;
  const add = (id: string, { documents, bytes, endedBytes }: InWork) => {
    const before = workOf(id);
    const after = {
      documents: before.documents + documents,
      bytes: before.bytes + bytes,
      endedBytes: before.endedBytes + endedBytes,
    };
    if (after.documents > 0) inWork.set(id, after);
    else inWork.delete(id);
  };

  return {
    async begin(key, bytes) {
      if (key.dailyDocuments === null && key.dailyBytes === null) return UNLIMITED;
      const used = await usage.today(key.id);
      // No `await` until `add`: concurrent requests see each other.
      const meanwhile = workOf(key.id);
      const all = { documents: used.documents + meanwhile.documents, bytes: used.bytes + meanwhile.bytes };
      const problem = problemOf(key, all, bytes, now());
      if (problem !== undefined) throw new ProblemError(problem);
      add(key.id, { documents: 1, bytes, endedBytes: 0 });
      const endedBefore = workOf(key.id).endedBytes;
      let [counted, received] = [bytes, 0];
      return {
        arrived(more) {
          received += more;
          const unannounced = received - counted;
          if (unannounced <= 0) return;
          const work = workOf(key.id);
          const usedBytes = used.bytes + work.endedBytes - endedBefore + work.bytes;
          if (key.dailyBytes !== null && usedBytes + unannounced > key.dailyBytes)
            throw new ProblemError(overLimit('bytes', key.dailyBytes, now()));
          counted = received;
          add(key.id, { documents: 0, bytes: unannounced, endedBytes: 0 });
        },
        end() {
          // Usage of a finished document is recorded before the next turn.
          setImmediate(() => add(key.id, { documents: -1, bytes: -counted, endedBytes: received }));
        },
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
  if (dailyDocuments !== null && used.documents >= dailyDocuments)
    return overLimit('documents', dailyDocuments, now);
  const isOver = dailyBytes !== null && (used.bytes >= dailyBytes || used.bytes + bytes > dailyBytes);
  return isOver ? overLimit('bytes', dailyBytes, now) : undefined;
}

export function overLimit(what: 'documents' | 'bytes', limit: number, now: number): Problem {
  const retryAfterS = Math.ceil((DAY_MS - (now % DAY_MS)) / 1000);
  return { code: 'daily_limit', what, limit, retryAfterS };
}

/** Enforces a key's daily limits. */
export function limitDay(limits: DailyLimits): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const key = c.get('key');
    if (key === undefined) throw new Error('The daily limit must run after requireKey.');
    // The announced size counts: a document over the limit need not be sent.
    const announced = Math.max(0, Number(c.req.header('content-length') ?? 0) - FORM_BYTES);
    const use = await limits.begin(key, announced);
    c.set('documentUse', use);
    try {
      await next();
    } finally {
      use.end();
    }
  };
}

/** Allowance for the form around a document. */
const FORM_BYTES = 64 * 1024;
