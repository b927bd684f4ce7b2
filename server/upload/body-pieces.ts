import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import type { AppEnv } from '../http/app-env.ts';

/** A request's body in pieces. Reads at most one piece ahead of what was requested. */
export interface BodyPieces {
  /**
   * Returns the next piece; undefined at the end.
   *
   * @throws whatever broke the connection
   */
  next(): Promise<Uint8Array | undefined>;
  /** Leaves the rest of the body to another reader. */
  release(): void;
}

/**
 * Reads from the connection itself if there is one: a web stream would copy each piece once more and pass it through
 * two queues, on the server's only thread.
 */
export function bodyPieces(c: Context<AppEnv>): BodyPieces {
  const incoming = c.env?.incoming;
  // Only the HTTP/1.1 server of `ops/http-server.ts` listens.
  return incoming === undefined
    ? piecesOfStream(c.req.raw.body)
    : piecesOfConnection(incoming as IncomingMessage);
}

function piecesOfConnection(incoming: IncomingMessage): BodyPieces {
  let wake = () => {};
  const onChange = () => wake();
  const events = ['readable', 'end', 'error', 'close'] as const;
  for (const event of events) incoming.on(event, onChange);
  return {
    async next() {
      for (;;) {
        const piece: Uint8Array | null = incoming.read();
        if (piece !== null) return piece;
        if (incoming.readableEnded) return undefined;
        if (incoming.destroyed) throw incoming.errored ?? new Error('the connection was closed');
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    release() {
      for (const event of events) incoming.off(event, onChange);
    },
  };
}

function piecesOfStream(body: ReadableStream<Uint8Array> | null): BodyPieces {
  const reader = body?.getReader();
  return {
    async next() {
      return (await reader?.read())?.value;
    },
    release: () => reader?.releaseLock(),
  };
}
