import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import type { SharedRedis } from './redis.ts';

/** Counts events in windows of a minute; each window starts with its first event. */
export interface Counters {
  /** Counts one event and returns the state of the subject's window. */
  consume(kind: CounterKind, subject: string): Promise<Counted>;
  /** Removes one event from the count. */
  refund(kind: CounterKind, subject: string): Promise<Counted>;
}

/** Each kind has its own subjects. */
export type CounterKind = 'key' | 'address';

export interface Counted {
  /** Events in this window, including this one. */
  readonly used: number;
  /** Whole seconds until the window ends; at least 1. */
  readonly resetS: number;
}

export const WINDOW_S = 60;

/** Each subject may have its own limit, so the library only counts and its limit is never reached. */
const UNREACHABLE = 2 ** 31;

/**
 * Counters of this process or, with Redis, of all replicas that share it. Without Redis each replica counts for itself:
 * limits are looser, and no client is refused for it.
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
    // Otherwise a request would wait for a Redis that is known to be down.
    rejectIfRedisNotReady: true,
  });
  return (change, subject) =>
    redis.withFallback(
      () => shared[change](subject),
      () => own[change](subject),
    );
}
