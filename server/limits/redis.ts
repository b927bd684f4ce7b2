import { Redis } from 'ioredis';
import type { Logger } from 'pino';

/** The Redis or Valkey that replicas share. Nothing but counters of the current minute is in it. */
export interface SharedRedis {
  readonly client: Redis;
  /**
   * What Redis answers, or else what is done without it. One that failed to answer is asked for nothing more until it
   * answers a ping: whatever it is that ails it, one request has waited for that, and no other does.
   */
  withFallback<T>(question: () => Promise<T>, without: () => Promise<T>): Promise<T>;
  /** Whether it answered when it was asked last. */
  readonly isUp: boolean;
  close(): void;
}

/** Longer than this no request waits for a count. */
const ANSWER_MS = 500;
const MAX_RECONNECT_MS = 2000;
const PING_EVERY_MS = 1000;

/** Connects in the background and for ever; the log tells of each loss and each return once. */
export function connectRedis(url: string, log: Logger): SharedRedis {
  const client = new Redis(url, {
    connectionName: 'pagelight',
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 100, MAX_RECONNECT_MS),
  });
  let isGone = false;
  let isClosed = false;
  let pinging: NodeJS.Timeout | undefined;
  let isPinged = false;

  const ping = async () => {
    // One that is frozen answers all of them at once when it is back.
    if (isPinged) return;
    isPinged = true;
    await client.ping().then(found, () => undefined);
    isPinged = false;
  };

  const lost = (error: unknown) => {
    if (isGone || isClosed) return;
    isGone = true;
    log.warn({ err: error }, 'Redis does not answer: limits count on this replica alone');
    pinging = setInterval(() => void ping(), PING_EVERY_MS).unref();
  };
  const found = () => {
    if (!isGone || isClosed) return;
    isGone = false;
    clearInterval(pinging);
    log.info('Redis is back: limits are shared again');
  };
  client.on('error', lost);
  client.on('close', () => lost(new Error('the connection was closed')));
  client.on('ready', found);
  return {
    client,
    get isUp() {
      return !isGone && client.status === 'ready';
    },
    async withFallback(question, without) {
      if (isGone) return without();
      try {
        return await withTimeout(question());
      } catch (error) {
        // At the start it is not there yet, which is no loss; the connection tells of those itself.
        if (client.status === 'ready') lost(error);
        return without();
      }
    },
    close() {
      isClosed = true;
      clearInterval(pinging);
      client.disconnect();
    },
  };
}

function withTimeout<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      // It may be this process that was slow: what has arrived meanwhile is read first.
      setImmediate(() => reject(new Error(`no answer in ${ANSWER_MS} ms`)));
    }, ANSWER_MS);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
