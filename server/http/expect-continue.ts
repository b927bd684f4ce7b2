import type { Context } from 'hono';
import type { AppEnv } from './app-env.ts';

/**
 * Tells a client that waits with `Expect: 100-continue` to send its body. Called only once the request is accepted, so
 * a refused upload is never sent.
 */
export function sendContinue(c: Context<AppEnv>): void {
  if (c.req.header('expect')?.toLowerCase() === '100-continue') c.env?.outgoing?.writeContinue();
}
