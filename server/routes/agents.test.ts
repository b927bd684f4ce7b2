import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterEach, describe, expect, test } from 'vitest';
import { createAgentFileStores, FILE_TTL_MS } from '../agents/file-stores.ts';
import type { AppDeps } from '../app.ts';
import { createByteBudget } from '../limits/byte-budget.ts';
import { createCounters } from '../limits/counters.ts';
import { ProblemError } from '../problem.ts';
import { smallPdf } from '../testing/documents.ts';
import { type HttpService, startHttpService } from '../testing/http-service.ts';
import { inlineRunner } from '../testing/inline-runner.ts';

const pdf = await smallPdf();

let service: HttpService;
const clients: Client[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await service.close();
});

const start = async (deps: Partial<AppDeps> = {}) => {
  service = await startHttpService(deps);
};

/** An agent's client: the SDK's own, over HTTP. */
async function connected(key = service.key): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.origin}/mcp`), { requestInit }));
  clients.push(client);
  return client;
}

async function call(client: Client, name: string, args: Record<string, unknown>) {
  const answer = await client.callTool({ name, arguments: args });
  const [{ text }] = answer.content as [{ readonly text: string }];
  const facts = answer.structuredContent as Record<string, unknown>;
  return { isError: answer.isError === true, text, facts };
}

function file(
  method: 'PUT' | 'GET' | 'DELETE',
  name: string,
  { key = service.key, body }: { key?: string; body?: Uint8Array<ArrayBuffer> } = {},
) {
  return fetch(`${service.origin}/mcp/files/${encodeURIComponent(name)}`, {
    method,
    headers: { 'X-API-Key': key, ...(body === undefined ? {} : { 'Content-Type': 'application/pdf' }) },
    ...(body === undefined ? {} : { body }),
  });
}

const used = async () => {
  await service.usage.flush();
  return service.db.selectFrom('usage_days').selectAll().executeTakeFirst();
};

describe('what an agent can do over HTTP', () => {
  test('lists, inspects, compresses and verifies what was uploaded, and the result is there to be read', async () => {
    await start();
    const sent = await file('PUT', 'Ein Bericht.pdf', { body: pdf });
    expect([sent.status, await sent.json()]).toEqual([
      201,
      { name: 'Ein Bericht.pdf', bytes: pdf.length, keptSeconds: FILE_TTL_MS / 1000 },
    ]);
    const client = await connected();
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      'inspect',
      'compress',
      'verify',
      'find_large',
    ]);
    expect(client.getInstructions()).toContain('PUT /mcp/files/');
    expect((await call(client, 'find_large', { folder: '.' })).facts).toMatchObject({ pdfs: 1 });
    expect((await call(client, 'inspect', { path: 'Ein Bericht.pdf' })).facts).toMatchObject({
      pages: 2,
      fileSize: pdf.length,
    });
    const made = await call(client, 'compress', { path: 'Ein Bericht.pdf', preset: 'small' });
    expect(made.facts).toMatchObject({ output: 'Ein Bericht-light.pdf', unchanged: false });
    expect(made.text.length).toBeLessThan(1000);

    const read = await file('GET', 'Ein Bericht-light.pdf');
    expect(read.headers.get('Content-Type')).toBe('application/pdf');
    expect(read.headers.get('Content-Disposition')).toContain('Ein%20Bericht-light.pdf');
    expect((await read.arrayBuffer()).byteLength).toBe(made.facts.outputSize);
    const compared = await call(client, 'verify', {
      before: 'Ein Bericht.pdf',
      after: 'Ein Bericht-light.pdf',
    });
    expect(compared.facts).toMatchObject({ differentDocuments: false, pages: 2 });
  });

  test('replaces nothing without being told to, takes away what is told, and says what is not there', async () => {
    await start();
    await file('PUT', 'a.pdf', { body: pdf });
    await file('PUT', 'a-light.pdf', { body: new Uint8Array([1]) });
    const client = await connected();
    expect(await call(client, 'compress', { path: 'a.pdf' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('overwrite: true'),
    });
    expect((await call(client, 'compress', { path: 'a.pdf', overwrite: true })).isError).toBe(false);
    expect((await file('PUT', 'a.pdf', { body: pdf })).status).toBe(200);
    expect([(await file('DELETE', 'a.pdf')).status, (await file('DELETE', 'a.pdf')).status]).toEqual([
      204, 404,
    ]);
    expect(await call(client, 'inspect', { path: 'a.pdf' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('PUT /mcp/files/a.pdf'),
    });
  });

  test('a document that cannot be done, and a fault of ours, are told without a word too much', async () => {
    const jobs = { ...inlineRunner(), verify: () => Promise.reject(new Error('secret place')) };
    await start({ jobs });
    await file('PUT', 'text.pdf', { body: new TextEncoder().encode('no pdf') });
    const client = await connected();
    expect(await call(client, 'compress', { path: 'text.pdf' })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^not_a_pdf: /),
    });
    const broken = await call(client, 'verify', { before: 'text.pdf', after: 'text.pdf' });
    expect(broken.text).toMatch(/^internal: /);
    expect(service.logLines.some(({ err }) => JSON.stringify(err)?.includes('secret place'))).toBe(true);
  });
});

describe('who may', () => {
  test('nobody without a good key; a stranger is told so in the form of all refusals', async () => {
    await start();
    for (const [path, method] of [
      ['/mcp', 'POST'],
      ['/mcp/files/a.pdf', 'PUT'],
      ['/mcp/files/a.pdf', 'GET'],
    ] as const) {
      const answer = await fetch(service.origin + path, { method });
      expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'missing_key' }]);
    }
    await expect(connected('pl_wrong')).rejects.toThrow(/invalid_key/);
  });

  test('a key that may only inspect has no tool that makes anything', async () => {
    await start();
    const { secret } = await service.keys.create({ name: 'reader', scope: 'inspect' });
    await file('PUT', 'a.pdf', { key: secret, body: pdf });
    const client = await connected(secret);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['inspect', 'verify', 'find_large']);
    expect((await call(client, 'inspect', { path: 'a.pdf' })).isError).toBe(false);
    expect((await call(client, 'compress', { path: 'a.pdf' })).isError).toBe(true);
  });

  test("a key sees its own files alone, and knows nothing of others' names", async () => {
    await start();
    await file('PUT', 'a.pdf', { body: pdf });
    const { secret } = await service.keys.create({ name: 'other' });
    expect((await file('GET', 'a.pdf', { key: secret })).status).toBe(404);
    const client = await connected(secret);
    expect((await call(client, 'find_large', { folder: '.' })).facts).toMatchObject({ pdfs: 0 });
    expect((await call(client, 'inspect', { path: 'a.pdf' })).isError).toBe(true);
  });
});

describe('what is counted and held', () => {
  test('work counts as use with its bytes; talk about tools does not', async () => {
    await start();
    await file('PUT', 'a.pdf', { body: pdf });
    const client = await connected();
    await client.listTools();
    expect(await used()).toBeUndefined();
    const made = await call(client, 'compress', { path: 'a.pdf' });
    await call(client, 'inspect', { path: 'a.pdf' });
    expect(await used()).toMatchObject({
      requests: 2,
      errors: 0,
      bytes_in: pdf.length * 2,
      bytes_out: made.facts.outputSize,
    });
  });

  test('every message counts against the minute, and what is refused as busy is given back', async () => {
    const busy = { code: 'busy', reason: 'queue', retryAfterS: 3 } as const;
    const jobs = { ...inlineRunner(), inspect: () => Promise.reject(new ProblemError(busy)) };
    const limits = { counters: createCounters(), perKey: 4, perAddress: 0, trustProxy: false };
    await start({ jobs, limits });
    await file('PUT', 'a.pdf', { body: pdf });
    // Two messages, the initialization and its confirmation; the upload is one more.
    const client = await connected();
    const refused = await call(client, 'inspect', { path: 'a.pdf' });
    expect(refused.text).toMatch(/^busy: .*3 s/);
    expect((await call(client, 'compress', { path: 'a.pdf' })).isError).toBe(false);
    await expect(call(client, 'compress', { path: 'a.pdf' })).rejects.toThrow(/rate_limited/);
  });

  test("the day's limit holds for tools and uploads", async () => {
    await start();
    const { secret } = await service.keys.create({ name: 'small', dailyDocuments: 1 });
    await file('PUT', 'a.pdf', { key: secret, body: pdf });
    const client = await connected(secret);
    expect((await call(client, 'inspect', { path: 'a.pdf' })).isError).toBe(false);
    expect((await call(client, 'inspect', { path: 'a.pdf' })).text).toMatch(/^daily_limit: /);
    expect((await file('PUT', 'b.pdf', { key: secret, body: pdf })).status).toBe(429);
  });

  test('a store has an end, leaves room for others, and forgets', async () => {
    const room = 512 * 1024;
    let now = 0;
    await start({ fileStores: createAgentFileStores(room, () => now) });
    const large = new Uint8Array(room);
    expect((await file('PUT', 'a.pdf', { body: large })).status).toBe(503);
    const larger = new Uint8Array(room * 2);
    expect((await file('PUT', 'a.pdf', { body: larger })).status).toBe(413);
    const third = new Uint8Array(room / 3);
    expect((await file('PUT', 'a.pdf', { body: third })).status).toBe(201);
    const full = await file('PUT', 'b.pdf', { body: third });
    expect([full.status, await full.json()]).toMatchObject([503, { code: 'busy', reason: 'bytes' }]);
    const { secret } = await service.keys.create({ name: 'other' });
    expect((await file('PUT', 'b.pdf', { key: secret, body: third })).status).toBe(201);
    now += FILE_TTL_MS;
    expect((await file('GET', 'a.pdf')).status).toBe(404);
    expect((await file('PUT', 'b.pdf', { body: third })).status).toBe(201);
  });

  test('a file that was read over HTTP gives its room back', async () => {
    await start({ fileStores: createAgentFileStores(64 * 1024) });
    const body = new Uint8Array(20 * 1024);
    for (let turn = 0; turn < 4; turn += 1) {
      expect((await file('PUT', 'a.pdf', { body })).status).toBe(201);
      expect((await (await file('GET', 'a.pdf')).arrayBuffer()).byteLength).toBe(body.length);
      expect((await file('DELETE', 'a.pdf')).status).toBe(204);
    }
  });

  test('of a file for whose work there is no room no copy is made', async () => {
    const body = new Uint8Array(1024 * 1024);
    await start({ fileStores: createAgentFileStores(4 * 1024 * 1024), budget: createByteBudget(1000) });
    expect((await file('PUT', 'a.pdf', { body })).status).toBe(201);
    const client = await connected();
    const before = process.memoryUsage().arrayBuffers;
    for (let turn = 0; turn < 20; turn += 1) {
      expect((await call(client, 'inspect', { path: 'a.pdf' })).text).toMatch(/^busy: /);
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 * 1024 * 1024);
  });

  test.each(['..', 'a/b.pdf', 'a\u202efdp.exe', 'x'.repeat(201)])(
    '%j is no name for a file',
    async (name) => {
      await start();
      const answer = await file('PUT', name, { body: pdf });
      expect([400, 404]).toContain(answer.status);
    },
  );

  test('a list of messages, and what is none, are refused; other methods are named', async () => {
    await start();
    const headers = { 'X-API-Key': service.key, 'Content-Type': 'application/json' };
    const post = (body: string) => fetch(`${service.origin}/mcp`, { method: 'POST', headers, body });
    expect((await post('[]')).status).toBe(400);
    expect((await post('{')).status).toBe(400);
    const get = await fetch(`${service.origin}/mcp`, { headers });
    expect([get.status, get.headers.get('Allow')]).toEqual([405, 'POST, OPTIONS']);
  });

  test('without room for files there is no such address', async () => {
    await start({ fileStores: undefined });
    expect((await fetch(`${service.origin}/mcp`, { method: 'POST' })).status).toBe(404);
  });
});
