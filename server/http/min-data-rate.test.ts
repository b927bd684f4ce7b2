import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { AppDeps } from '../app.ts';
import { createByteBudget } from '../limits/byte-budget.ts';
import { type HttpService, startHttpService } from '../testing/http-service.ts';
import { inlineRunner } from '../testing/inline-runner.ts';

let service: HttpService;
afterEach(() => service.close());

const MIB = 1024 * 1024;
const PATH = '/api/v1/compress';

async function start(deps: Partial<AppDeps>): Promise<void> {
  service = await startHttpService(deps);
}

function upload(contentLength: number): ClientRequest {
  const headers = {
    'Content-Type': 'application/pdf',
    'Content-Length': contentLength,
    Authorization: `Bearer ${service.key}`,
  };
  const call = request({ port: service.port, path: PATH, method: 'POST', headers });
  call.on('error', () => undefined);
  return call;
}

test('an upload that drips is refused and leaves its room; one that is fast is not, however long it takes', async () => {
  const budget = createByteBudget(8 * MIB);
  await start({ budget, minDataRate: { bytesPerS: 10_000, windowMs: 600 } });
  const slow = upload(500_000);
  const answered = once(slow, 'response') as Promise<[IncomingMessage]>;
  const drip = setInterval(() => slow.write('x'), 20);
  const [refused] = await answered;
  clearInterval(drip);
  const chunks: Buffer[] = [];
  for await (const chunk of refused) {
    chunks.push(chunk);
    // The rest is not needed.
    slow.destroy();
  }
  expect([refused.statusCode, JSON.parse(Buffer.concat(chunks).toString())]).toMatchObject([
    408,
    { code: 'upload_too_slow' },
  ]);
  expect(budget.held).toBe(0);

  const steady = upload(500_000);
  const steadyAnswer = once(steady, 'response') as Promise<[IncomingMessage]>;
  for (let piece = 0; piece < 50; piece += 1) {
    steady.write(Buffer.alloc(10_000));
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  steady.end();
  // It was received completely, and is not a PDF.
  expect((await steadyAnswer)[0].statusCode).toBe(415);
});

test('an answer that nobody reads ends, and leaves its room', async () => {
  const budget = createByteBudget(64 * MIB);
  const runner = inlineRunner();
  const large = new Uint8Array(32 * MIB);
  await start({
    budget,
    maxUploadBytes: 2 * MIB,
    minDataRate: { bytesPerS: 1 * MIB, windowMs: 300 },
    jobs: {
      ...runner,
      run: async (job, signal) => {
        const outcome = await runner.run(job, signal);
        return outcome.ok ? { ...outcome, bytes: large } : outcome;
      },
    },
  });
  const { smallPdf } = await import('../testing/documents.ts');
  const pdf = await smallPdf();
  const socket = connect(service.port, '127.0.0.1');
  socket.on('error', () => undefined);
  const head = [
    `POST ${PATH} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${service.key}`,
    'Content-Type: application/pdf',
    `Content-Length: ${pdf.length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(pdf);
  await expect.poll(() => budget.held).toBe(pdf.length);
  // The response is never read.
  await expect.poll(() => budget.held, { timeout: 20_000 }).toBe(0);
  socket.destroy();
});
