import { Redis } from 'ioredis';
import type { Logger } from 'pino';

/** The Redis or Valkey shared by replicas. It holds only counters of the current minute. */
export interface SharedRedis {
  readonly client: Redis;
  /**
   * Queries Redis, or uses the fallback. After one failure Redis is not queried again until it responds to a ping, so
   * only one request waits for it.
   */
  withFallback<T>(question: () => Promise<T>, without: () => Promise<T>): Promise<T>;
  /** Whether the last query succeeded. */
  readonly isUp: boolean;
  close(): void;
}

/** Maximum wait of a request for a count. */
const ANSWER_MS = 500;
const MAX_RECONNECT_MS = 2000;
const PING_EVERY_MS = 1000;

/** Connects in the background and retries forever. Each loss and each recovery is logged once. */
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
    // A frozen Redis would respond to all pings at once when it is back.
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
        // At startup it is not connected yet, which is no loss; the connection reports its own failures.
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
      // This process may have been slow: read what has arrived first.
      setImmediate(() => reject(new Error(`no answer in ${ANSWER_MS} ms`)));
    }, ANSWER_MS);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
