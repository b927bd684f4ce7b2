import type { MiddlewareHandler } from 'hono';
import { onAbort } from '../../shared/work/on-abort.ts';
import type { AppEnv } from './app-env.ts';

/** How long the rest of a refused upload is read and discarded. */
const LINGERING_TIMEOUT_MS = 30_000;
/** The same while the server closes: time for the client to read. */
const DRAINING_TIMEOUT_MS = 2000;

/**
 * Lets a client that is still sending read its refusal. The response is sent at once; then the rest of the upload is
 * discarded and the connection closed. Closing first would make the client's system reset the connection and lose the
 * response.
 *
 * @param drainBegan aborted when the server closes: it then waits for a refused upload no longer than for its client to
 *   read
 */
export function lingeringClose(drainBegan: AbortSignal): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    const incoming = c.env?.incoming;
    if (c.res.status < 400 || incoming === undefined || incoming.complete || incoming.destroyed) return;
    const upload = c.req.raw.body;
    if (upload === null || upload.locked) return;

    const answer = new Uint8Array(await c.res.arrayBuffer());
    const { status, headers } = c.res;
    const lingering = new ReadableStream({
      async start(controller) {
        controller.enqueue(answer);
        await discard(upload, drainBegan);
        controller.close();
      },
    });
    headers.set('Content-Length', String(answer.length));
    headers.set('Connection', 'close');
    c.res = new Response(lingering, { status, headers });
  };
}

async function discard(upload: ReadableStream<Uint8Array>, drainBegan: AbortSignal): Promise<void> {
  const reader = upload.getReader();
  const stop = () => void reader.cancel().catch(() => undefined);
  const hurry = () => {
    clearTimeout(timer);
    timer = setTimeout(stop, DRAINING_TIMEOUT_MS);
  };
  let timer = setTimeout(stop, drainBegan.aborted ? DRAINING_TIMEOUT_MS : LINGERING_TIMEOUT_MS);
  const forget = onAbort(drainBegan, hurry);
  try {
    while (!(await reader.read()).done);
  } catch {
    // The client disconnected, which ends the upload as well.
  } finally {
    clearTimeout(timer);
    forget();
  }
}
