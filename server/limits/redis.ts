import { Redis } from 'ioredis';
import type { Logger } from 'pino';

/** The Redis or Valkey that replicas share. Nothing but counters of the current minute is in it. */
export interface SharedRedis {
  readonly client: Redis;
  close(): void;
}

/** Longer than this no request waits for a count. */
const ANSWER_MS = 500;
const MAX_RECONNECT_MS = 2000;

/** Connects in the background and for ever; the log tells of each loss and each return once. */
export function connectRedis(url: string, log: Logger): SharedRedis {
  const client = new Redis(url, {
    connectionName: 'pagelight',
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: ANSWER_MS,
    retryStrategy: (attempt) => Math.min(attempt * 100, MAX_RECONNECT_MS),
  });
  let isGone = false;
  client.on('error', (error) => {
    if (isGone) return;
    isGone = true;
    log.warn({ err: error }, 'Redis does not answer: limits count on this replica alone');
  });
  client.on('ready', () => {
    if (isGone) log.info('Redis is back: limits are shared again');
    isGone = false;
  });
  client.on('close', () => {
    if (!isGone) client.emit('error', new Error('the connection was closed'));
  });
  return {
    client,
    close() {
      isGone = true;
      client.disconnect();
    },
  };
}
