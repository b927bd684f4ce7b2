import type { Context, MiddlewareHandler } from 'hono';
import { ProblemError } from '../problem.ts';
import type { AppEnv } from './app-env.ts';

/** What a client owes us that takes our memory meanwhile: a document that comes, an answer that is read. */
export interface MinDataRate {
  /** Slower than so many bytes in a second is as if nothing came; 0: any pace is right. */
  readonly bytesPerS: number;
  /** The pace is looked at so often, and never of a shorter time. */
  readonly windowMs: number;
}

export const DATA_RATE_WINDOW_MS = 15_000;

export interface UploadRateGuard {
  /** So many bytes came. */
  count(received: number): void;
  next<T>(piece: Promise<T>): Promise<T>;
}

/**
 * Waits for the pieces of an upload. Only the time spent waiting counts, so a server that is busy itself blames nobody.
 *
 * @throws ProblemError `upload_too_slow` from `next`, when the pieces of one window were too few
 */
export function createUploadRateGuard({ bytesPerS, windowMs }: MinDataRate): UploadRateGuard {
  let waitedMs = 0;
  let bytes = 0;

  /** Whether the window that is over was fast enough. A new one begins. */
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

/** Whether it came in this time. What came while this process itself was slow has come. */
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
 * Cuts the connection of a client that does not read its answer: when nothing of it was taken for a window, and when the
 * whole takes longer than it would at the slowest pace.
 */
export function dropSlowReaders({ bytesPerS, windowMs }: MinDataRate): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    const outgoing = c.env?.outgoing;
    if (bytesPerS === 0 || outgoing === undefined || outgoing.closed || c.res.status >= 400) return;
    const bytes = Number(c.res.headers.get('Content-Length') ?? 0);
    // Node looks at what is left to write, and once the answer is out sets its own time for the connection.
    outgoing.setTimeout(windowMs);
    const timer = setTimeout(() => outgoing.destroy(), windowMs + (bytes / bytesPerS) * 1000);
    outgoing.once('close', () => clearTimeout(timer));
  };
}

/** Once the answer is out, or nobody waits for it any more. Without a connection, in a test, that is at once. */
export function onResponseClosed(c: Context<AppEnv>, then: () => void): void {
  const outgoing = c.env?.outgoing;
  if (outgoing === undefined || outgoing.closed) then();
  else outgoing.once('close', then);
}
