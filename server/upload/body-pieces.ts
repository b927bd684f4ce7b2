import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import type { AppEnv } from '../http/app-env.ts';

/** A request's body as it comes. No more of it is taken from the network than was asked for, and one piece ahead. */
export interface BodyPieces {
  /**
   * The next piece; undefined behind the last.
   *
   * @throws whatever broke the connection
   */
  next(): Promise<Uint8Array | undefined>;
  /** What is left can be read by somebody else. */
  release(): void;
}

/**
 * From the connection itself where there is one: as a web stream each piece would be copied once more and go through two
 * queues, on the one thread that answers everybody.
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
