import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import type { SharedRedis } from './redis.ts';

/** Counts events in windows of a minute, each of which begins with its first event. */
export interface Counters {
  /** Counts one more event, and says what the open window of this subject has now. */
  consume(kind: CounterKind, subject: string): Promise<Counted>;
  /** Takes one event back that is not to count. */
  refund(kind: CounterKind, subject: string): Promise<Counted>;
}

/** What is counted: each kind has subjects of its own. */
export type CounterKind = 'key' | 'address';

export interface Counted {
  /** Events in this window, this one included. */
  readonly used: number;
  /** Whole seconds until the window ends; at least 1. */
  readonly resetS: number;
}

export const WINDOW_S = 60;

/** Each subject may have a limit of its own, so the library only counts and its own limit is never reached. */
const UNREACHABLE = 2 ** 31;

/**
 * Counters of this process; with Redis, of all replicas that share it. While Redis is gone each replica counts by
 * itself: a limit is then looser, and nobody is turned away for it.
 */
export function createCounters(redis?: SharedRedis): Counters {
  const limiters = { key: limiterOf('key', redis), address: limiterOf('address', redis) };
  return {
    consume: async (kind, subject) => countedOf(await limiters[kind]('consume', subject)),
    refund: async (kind, subject) => countedOf(await limiters[kind]('reward', subject)),
  };
}

function countedOf({ consumedPoints, msBeforeNext }: RateLimiterRes): Counted {
  return { used: consumedPoints, resetS: Math.max(1, Math.ceil(msBeforeNext / 1000)) };
}

type Limiter = (change: 'consume' | 'reward', subject: string) => Promise<RateLimiterRes>;

function limiterOf(kind: CounterKind, redis: SharedRedis | undefined): Limiter {
  const settings = { keyPrefix: `pagelight:${kind}`, points: UNREACHABLE, duration: WINDOW_S };
  const own = new RateLimiterMemory(settings);
  if (redis === undefined) return (change, subject) => own[change](subject);
  const shared = new RateLimiterRedis({
    ...settings,
    storeClient: redis.client,
    // Without it a request would wait for a Redis that is known to be gone.
    rejectIfRedisNotReady: true,
  });
  return (change, subject) =>
    redis.withFallback(
      () => shared[change](subject),
      () => own[change](subject),
    );
}
