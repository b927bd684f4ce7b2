import type { Context, MiddlewareHandler } from 'hono';
import { ProblemError } from '../problem.ts';
import type { AppEnv } from './app-env.ts';

/**
 * Minimum transfer rate of uploads and responses, since a slow client occupies memory. Slower clients are disconnected.
 */
export interface MinDataRate {
  /** Bytes per second; 0 disables the limit. */
  readonly bytesPerS: number;
  /** Length of the windows in which the rate is measured. */
  readonly windowMs: number;
}

export const DATA_RATE_WINDOW_MS = 15_000;

export interface UploadRateGuard {
  /** Counts received bytes. */
  count(received: number): void;
  next<T>(piece: Promise<T>): Promise<T>;
}

/**
 * Guards an upload. Only time spent waiting counts, so a busy server blames no client.
 *
 * @throws ProblemError `upload_too_slow` from `next`, if a window's rate was too low
 */
export function createUploadRateGuard({ bytesPerS, windowMs }: MinDataRate): UploadRateGuard {
  let waitedMs = 0;
  let bytes = 0;

  /** Whether the finished window was fast enough. Starts a new one. */
  const endWindow = () => {
    const isFast = bytes >= (bytesPerS * waitedMs) / 1000;
    waitedMs = 0;
    bytes = 0;
    return isFast;
  };

  return {
    count(received) {
      bytes += received;
    },

    async next(piece) {
      if (bytesPerS === 0) return piece;
      for (;;) {
        const askedAt = performance.now();
        const isHere = await within(piece, Math.max(0, windowMs - waitedMs));
        waitedMs += performance.now() - askedAt;
        if (waitedMs >= windowMs && !endWindow()) throw tooSlow(bytesPerS);
        if (isHere) return piece;
      }
    },
  };
}

function tooSlow(bytesPerS: number): ProblemError {
  return new ProblemError({ code: 'upload_too_slow', bytesPerS });
}

/** Whether the piece arrived in time. Data that arrived while this process was slow counts as in time. */
function within(piece: Promise<unknown>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => setImmediate(() => resolve(false)), ms);
    const here = () => {
      clearTimeout(timer);
      resolve(true);
    };
    piece.then(here, here);
  });
}

/**
 * Disconnects a client that does not read its response: after a window without progress, and when the whole response
 * takes longer than at the minimum rate.
 */
export function dropSlowReaders({ bytesPerS, windowMs }: MinDataRate): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    const outgoing = c.env?.outgoing;
    if (bytesPerS === 0 || outgoing === undefined || outgoing.closed || c.res.status >= 400) return;
    const bytes = Number(c.res.headers.get('Content-Length') ?? 0);
    // Node's timeout restarts with each write, and Node sets its own once the response is sent.
    outgoing.setTimeout(windowMs);
    const timer = setTimeout(() => outgoing.destroy(), windowMs + (bytes / bytesPerS) * 1000);
    outgoing.once('close', () => clearTimeout(timer));
  };
}

/**
 * Calls `then` once the response is sent or the client disconnects. Without a connection, in a test, that is at once.
 */
export function onResponseClosed(c: Context<AppEnv>, then: () => void): void {
  const outgoing = c.env?.outgoing;
  if (outgoing === undefined || outgoing.closed) then();
  else outgoing.once('close', then);
}
