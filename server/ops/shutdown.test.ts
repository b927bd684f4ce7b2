import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createLifecycle, type Lifecycle } from '../lifecycle.ts';
import { createHttpServer, listen } from './http-server.ts';
import { drain } from './shutdown.ts';

const log = pino({ level: 'silent' });

interface Draining {
  readonly server: Server;
  readonly lifecycle: Lifecycle;
  readonly port: number;
  /** Begins to drain; resolves when new connections are refused. */
  begin(graceMs: number): Promise<{ readonly ended: Promise<void> }>;
}

async function serve(listener: (lifecycle: Lifecycle) => RequestListener): Promise<Draining> {
  const lifecycle = createLifecycle();
  const server = createHttpServer(listener(lifecycle));
  const port = await listen(server, 0, '127.0.0.1');
  return {
    server,
    lifecycle,
    port,
    async begin(graceMs) {
      const ended = drain({ server, lifecycle, log, delayMs: 0, graceMs, close: async () => {} });
      await expect.poll(() => server.listening, { interval: 1 }).toBe(false);
      return { ended };
    },
  };
}

test('an answer that its client is still reading arrives whole', async () => {
  const answer = Buffer.alloc(30_000_000);
  const { port, begin } = await serve(() => (_, response) => response.end(answer));
  const client = connect(port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  // Its first bytes are here, and the system takes no more than some megabytes of the rest.
  await once(client, 'readable');
  const { ended } = await begin(60_000);

  let received = 0;
  client.on('data', ({ length }) => {
    received += length;
  });
  await once(client, 'close');
  expect(received).toBeGreaterThan(answer.length);
  await ended;
});

test('requests are answered at the last call also when the machine gave the server no time until the end', async () => {
  const { lifecycle, port, begin } = await serve(({ lastCall }) => async (_, response) => {
    await once(lastCall, 'abort');
    // As a database or the log takes turns of the event loop.
    for (let n = 0; n < 5; n += 1) await turn();
    response.writeHead(503).end();
  });
  const answer = fetch(`http://127.0.0.1:${port}`);
  const GRACE_MS = 400;
  const { ended } = await begin(GRACE_MS);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * GRACE_MS);
  expect((await answer).status).toBe(503);
  await ended;
  expect(lifecycle.remainingMs()).toBe(0);
});
