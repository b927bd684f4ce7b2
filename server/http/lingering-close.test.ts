import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLifecycle, type Lifecycle } from '../lifecycle.ts';
import { type ByteBudget, createByteBudget } from '../limits/byte-budget.ts';
import { type HttpService, startHttpService } from '../testing/http-service.ts';

const PIECE = Buffer.alloc(64 * 1024, '%');

let lifecycle: Lifecycle;
let budget: ByteBudget;
let service: HttpService;
let client: Socket;
beforeEach(async () => {
  lifecycle = createLifecycle();
  budget = createByteBudget(64 * 1024 * 1024);
  service = await startHttpService({ lifecycle, budget, maxUploadBytes: 16 * 1024 * 1024 });
  client = connect(service.port, '127.0.0.1');
});
afterEach(async () => {
  client.destroy();
  await service.close();
});

const send = (piece: Buffer | string) =>
  new Promise<void>((resolve, reject) => client.write(piece, (error) => (error ? reject(error) : resolve())));

/** Begins an upload that is far from its end. */
async function beginUpload(): Promise<void> {
  await send(
    `POST /api/v1/compress HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${service.key}\r\n` +
      'Content-Type: application/pdf\r\nContent-Length: 10000000\r\n\r\n%PDF-1.7\n',
  );
  await send(PIECE);
}

test('an upload that is refused at the last call may go on until its client has read the answer', async () => {
  await beginUpload();
  await expect.poll(() => budget.held).toBeGreaterThan(PIECE.length);
  lifecycle.drain(0);
  const [answer] = await once(client, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 503 [\s\S]*"reason":"draining"/);
  // A server that had closed would reset the connection.
  for (let n = 0; n < 20; n += 1) await send(PIECE);
});
