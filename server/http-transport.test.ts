import { once } from 'node:events';
import { type ClientRequest, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AppDeps } from './app.ts';
import { createLifecycle } from './lifecycle.ts';
import { createHttpServer, ListenError, listen, listenerOf } from './ops/http-server.ts';
import { drain } from './ops/shutdown.ts';
import type { JobRunner } from './pool/job.ts';
import { smallPdf } from './testing/documents.ts';
import { inlineRunner } from './testing/inline-runner.ts';
import { STUB_WORKER, testPool } from './testing/pool.ts';
import { startTestService, type TestService } from './testing/service.ts';

const MIB = 1024 * 1024;
const PATH = '/api/v1/compress';
const BOUNDARY = 'frontier';
const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

let service: TestService;
let server: Server;
let port: number;
let pdf: Uint8Array<ArrayBuffer>;

async function start(deps: Partial<AppDeps> = {}): Promise<void> {
  service = await startTestService(deps);
  server = createHttpServer(listenerOf(service.app.fetch));
  port = await listen(server, 0, '127.0.0.1');
}

async function stop(): Promise<void> {
  server.closeAllConnections();
  server.close();
  await service.close();
}

beforeEach(async () => {
  pdf = await smallPdf();
  await start();
});
afterEach(stop);

function post(headers: Record<string, string | number> = {}): ClientRequest {
  return httpRequest({
    port,
    host: '127.0.0.1',
    path: PATH,
    method: 'POST',
    headers: { Authorization: `Bearer ${service.key}`, 'Content-Type': FORM_TYPE, ...headers },
  });
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

async function answerTo(request: ClientRequest): Promise<Answer> {
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) };
}

const jsonOf = (answer: Answer) => JSON.parse(answer.body.toString()) as Record<string, unknown>;

const filePart = (fileName = 'report.pdf') =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: application/pdf\r\n\r\n`;
const fieldPart = (name: string, value: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const END = `--${BOUNDARY}--\r\n`;

function formBytes(parts: readonly (string | Uint8Array)[]): Buffer {
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
}

describe('uploads', () => {
  test('a chunked upload without Content-Length is taken, in pieces of any size', async () => {
    const form = formBytes([filePart(), pdf, '\r\n', END]);
    const request = post();
    const answer = answerTo(request);
    for (let at = 0; at < form.length; at += 997) request.write(form.subarray(at, at + 997));
    request.end();
    const { status, headers } = await answer;
    expect(status).toBe(200);
    expect(headers['x-original-size']).toBe(String(pdf.length));
  });

  test('fields after the file count', async () => {
    const form = formBytes([filePart(), pdf, '\r\n', fieldPart('quality', '41'), END]);
    const request = post({ 'Content-Length': form.length });
    request.end(form);
    const { status, headers } = await answerTo(request);
    expect(status).toBe(200);
    expect(headers['x-compression-options']).toContain('quality=41&');
  });

  test.each([
    [
      'UTF-8',
      'Prüfung „1“.pdf',
      "UTF-8''Pr%C3%BCfung%20%E2%80%9E1%E2%80%9C-light.pdf",
      'Pr_fung _1_-light.pdf',
    ],
    ['path', '../../etc/passwd.pdf', "UTF-8''passwd-light.pdf", 'passwd-light.pdf'],
    ['Windows path', 'C:\\Users\\me\\a.PDF', "UTF-8''a-light.pdf", 'a-light.pdf'],
  ])('a %s file name comes back safe', async (_kind, sent, encoded, ascii) => {
    const form = formBytes([filePart(sent), pdf, '\r\n', END]);
    const request = post({ 'Content-Length': form.length });
    request.end(form);
    const { headers } = await answerTo(request);
    expect(headers['content-disposition']).toBe(`attachment; filename="${ascii}"; filename*=${encoded}`);
  });

  test('one connection serves several requests', async () => {
    const form = new FormData();
    form.append('file', new Blob([pdf]), 'a.pdf');
    const ask = () =>
      fetch(`http://127.0.0.1:${port}${PATH}`, {
        method: 'POST',
        body: form,
        headers: { 'X-API-Key': service.key },
      });
    const first = await ask();
    const second = await ask();
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(await second.arrayBuffer()).toEqual(await first.arrayBuffer());
  });
});

describe('refusing while the client still sends', () => {
  test('Content-Length alone is enough to refuse, before a byte of the body', async () => {
    const request = post({ 'Content-Length': 500 * MIB });
    request.flushHeaders();
    const answer = await answerTo(request);
    expect(answer.status).toBe(413);
    expect(jsonOf(answer)).toMatchObject({ code: 'too_large', limitBytes: MIB });
    expect(answer.headers.connection).toBe('close');
    request.destroy();
  });

  test('a client that reads only after sending everything still gets the refusal', async () => {
    const body = Buffer.alloc(20 * MIB);
    const socket = connect(port, '127.0.0.1');
    socket.pause();
    const head = [
      `POST ${PATH} HTTP/1.1`,
      'Host: localhost',
      `X-API-Key: ${service.key}`,
      `Content-Type: ${FORM_TYPE}`,
      `Content-Length: ${body.length}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.write(body, () => resolve());
    });
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
    expect(text).toContain('"code":"too_large"');
  });

  test('a chunked upload is refused at the limit, however much would follow', async () => {
    const request = post();
    const answer = answerTo(request);
    request.write(filePart());
    const chunk = Buffer.alloc(64 * 1024);
    let refused = false;
    void answer.finally(() => {
      refused = true;
    });
    request.on('error', () => undefined);
    while (!refused) {
      if (!request.write(chunk)) await Promise.race([once(request, 'drain'), answer]);
    }
    expect(jsonOf(await answer)).toMatchObject({ status: 413, code: 'too_large' });
    request.destroy();
  });

  test('a wrong key is refused with its answer although a large body follows', async () => {
    const body = Buffer.alloc(20 * MIB);
    const response = await fetch(`http://127.0.0.1:${port}${PATH}`, { method: 'POST', body });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 'missing_key' });
  });

  test('a small refused request leaves its connection open', async () => {
    const form = formBytes([fieldPart('quality', '1'), END]);
    const request = post({ 'Content-Length': form.length, Connection: 'keep-alive' });
    request.end(form);
    const answer = await answerTo(request);
    expect(jsonOf(answer)).toMatchObject({ code: 'missing_file' });
    expect(answer.headers.connection).toBe('keep-alive');
  });
});

describe('Expect: 100-continue', () => {
  test('a welcome upload is invited, then done', async () => {
    const form = formBytes([filePart(), pdf, '\r\n', END]);
    const request = post({ 'Content-Length': form.length, Expect: '100-continue' });
    const answer = answerTo(request);
    request.flushHeaders();
    await once(request, 'continue');
    request.end(form);
    expect((await answer).status).toBe(200);
  });

  test.each([
    ['too large', { 'Content-Length': 500 * MIB }, 413],
    ['without a good key', { 'Content-Length': 1000, Authorization: 'Bearer wrong' }, 401],
  ])('an upload %s is never invited', async (_what, headers, status) => {
    const request = post({ ...headers, Expect: '100-continue' });
    let invited = false;
    request.on('continue', () => {
      invited = true;
    });
    request.flushHeaders();
    expect((await answerTo(request)).status).toBe(status);
    expect(invited).toBe(false);
    request.destroy();
  });
});

describe('clients that go away', () => {
  test('hanging up ends the job, and the log tells of it', async () => {
    await stop();
    const pool = testPool({ workerFile: STUB_WORKER, maxQueue: 0 });
    let begin: (signal: AbortSignal) => void;
    const begun = new Promise<AbortSignal>((resolve) => {
      begin = resolve;
    });
    let answered: () => void;
    const logged = new Promise<void>((resolve) => {
      answered = resolve;
    });
    const jobs: JobRunner = {
      ...pool,
      run(job, signal) {
        begin(signal);
        return pool.run(job, signal).finally(() => setImmediate(answered));
      },
    };
    await start({ jobs });

    const form = formBytes([filePart(), pdf, '\r\n', fieldPart('password', 'hang'), END]);
    const request = post({ 'Content-Length': form.length });
    request.on('error', () => undefined);
    request.end(form);
    await begun;
    expect(pool.load()).toMatchObject({ running: 1, waiting: 0 });
    request.destroy();
    await logged;
    expect(pool.load()).toMatchObject({ running: 0, waiting: 0 });
    expect(service.logLines.map(({ status }) => status)).toEqual([499]);
    await pool.close();
  });

  test('an upload that is cut off starts no job, and the server goes on', async () => {
    const request = post({ 'Content-Length': 100_000 });
    request.on('error', () => undefined);
    request.write(formBytes([filePart(), pdf]));
    await once(server, 'request');
    request.destroy();

    const form = formBytes([filePart(), pdf, '\r\n', END]);
    const next = post({ 'Content-Length': form.length });
    next.end(form);
    expect((await answerTo(next)).status).toBe(200);
  });

  test('shutting down waits for the running request and then ends', async () => {
    await stop();
    let finish: () => void = () => undefined;
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const jobs: JobRunner = {
      ...inlineRunner(),
      run: async () => {
        begin();
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        return { ok: false, problem: { code: 'not_a_pdf', reason: 'no-header' }, queuedMs: 0, runMs: 0 };
      },
    };
    const lifecycle = createLifecycle();
    await start({ jobs, lifecycle });
    const form = formBytes([filePart(), pdf, '\r\n', END]);
    const request = post({ 'Content-Length': form.length, Connection: 'keep-alive' });
    request.end(form);
    const answer = answerTo(request);
    await begun;

    let closed = false;
    const drained = drain({
      server,
      lifecycle,
      log: pino({ level: 'silent' }),
      delayMs: 0,
      graceMs: 60_000,
      close: async () => {
        closed = true;
      },
    });
    expect(closed).toBe(false);
    finish();
    expect((await answer).headers.connection).toBe('close');
    await drained;
    expect(closed).toBe(true);
  });
});

describe('a server that shuts down', () => {
  test('serves whoever has connected and not yet sent a request, and takes nobody after that', async () => {
    let closed = false;
    const drained = drain({
      server,
      lifecycle: createLifecycle(),
      log: pino({ level: 'silent' }),
      delayMs: 0,
      graceMs: 60_000,
      close: async () => {
        closed = true;
      },
    });
    const socket = connect(port, '127.0.0.1');
    const answer = text(socket);
    await once(server, 'connection');
    await vi.waitUntil(() => !server.listening, { timeout: 30_000 });
    expect(closed).toBe(false);
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
    await drained;
    const late = connect(port, '127.0.0.1');
    await expect(once(late, 'connect')).rejects.toThrow(/ECONNREFUSED/);
  });
});

describe('listening', () => {
  test('a taken port is told with what to do', async () => {
    const second = createHttpServer(() => undefined);
    await expect(listen(second, port, '127.0.0.1')).rejects.toThrow(
      new ListenError(
        `Port ${port} is already in use. Stop the program that uses it, or choose another port: PORT=${port + 1} npm start`,
      ),
    );
  });

  test('an address that this machine does not have is told by the name of its setting', async () => {
    const elsewhere = createHttpServer(() => undefined);
    await expect(listen(elsewhere, 0, '203.0.113.1')).rejects.toThrow(/HOST/);
  });
});
