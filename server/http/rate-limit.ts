import type { Context, MiddlewareHandler } from 'hono';
import { type Counted, type CounterKind, type Counters, WINDOW_S } from '../limits/counters.ts';
import { type ProblemCode, ProblemError } from '../problem.ts';
import type { AppEnv } from './app-env.ts';
import { clientAddress } from './client-address.ts';

export interface RateLimitDeps {
  readonly counters: Counters;
  /** Requests per minute of a key without its own limit; 0 disables the limit. */
  readonly perKey: number;
  /** Requests per minute of one address without a valid key; 0 disables the limit. */
  readonly perAddress: number;
  readonly trustProxy: boolean;
}

/**
 * Counts a request without a valid key to its address, which limits key guessing. Requests with a valid key are not
 * counted here, since unrelated clients may share an address.
 *
 * @throws ProblemError `rate_limited` above the limit
 */
export async function limitByAddress(
  c: Context<AppEnv>,
  { counters, perAddress, trustProxy }: RateLimitDeps,
): Promise<void> {
  await take(c, counters, 'address', clientAddress(c, trustProxy), perAddress);
}

/** Refusals for the server's own sake do not use up a quota. */
const NOT_COUNTED = new Set<ProblemCode>(['busy', 'unavailable', 'internal']);

/** Runs after the key was validated. */
export function limitByKey({ counters, perKey }: RateLimitDeps): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const key = c.get('key');
    if (key === undefined) throw new Error('limitByKey must run after requireKey.');
    const limit = key.limitPerMinute ?? perKey;
    await take(c, counters, 'key', key.id, limit);
    await next();
    const code = c.get('problemCode');
    if (limit === 0 || code === undefined || !NOT_COUNTED.has(code)) return;
    c.res.headers.set('RateLimit', rateLimitText('key', limit, await counters.refund('key', key.id)));
  };
}

/** Counts the request and sets the fields of draft-ietf-httpapi-ratelimit-headers-11. */
async function take(
  c: Context<AppEnv>,
  counters: Counters,
  kind: CounterKind,
  subject: string,
  limit: number,
): Promise<void> {
  if (limit === 0) return;
  const counted = await counters.consume(kind, subject);
  c.header('RateLimit-Policy', `"${kind}";q=${limit};w=${WINDOW_S}`);
  c.header('RateLimit', rateLimitText(kind, limit, counted));
  if (counted.used > limit)
    throw new ProblemError({ code: 'rate_limited', policy: kind, limit, retryAfterS: counted.resetS });
}

function rateLimitText(kind: CounterKind, limit: number, { used, resetS }: Counted): string {
  return `"${kind}";r=${Math.max(0, limit - used)};t=${resetS}`;
}
