import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { threadFile } from '../../library/node/thread-files.ts';
import type { AppDeps } from '../app.ts';
import { backupCommand } from '../cli/backup-command.ts';
import { readConfig } from '../config.ts';
import { openDatabase } from '../db/database.ts';
import { createKeyService } from '../keys/key-service.ts';
import { startServices } from '../services.ts';
import { smallPdf } from '../testing/documents.ts';
import { type HttpService, startHttpService } from '../testing/http-service.ts';

const pdf = await smallPdf();
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function start(deps: Partial<AppDeps> = {}): Promise<HttpService> {
  const service = await startHttpService(deps);
  closing.push(() => service.close());
  return service;
}

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'pagelight-ops-'));
  closing.push(() => rm(made, { recursive: true }));
  return made;
}

const compress = ({ origin, key }: HttpService, body: Uint8Array<ArrayBuffer> | string = pdf) =>
  fetch(`${origin}/api/v1/compress`, {
    method: 'POST',
    body,
    headers: { 'X-API-Key': key, 'Content-Type': 'application/pdf' },
  });

describe('/metrics', () => {
  test('counts requests, refusals, bytes and what was saved, without names or addresses', async () => {
    const service = await start();
    expect((await compress(service)).status).toBe(200);
    await compress(service, 'no PDF');
    await fetch(`${service.origin}/api/v1/secret-name`);
    const response = await fetch(`${service.origin}/metrics`);
    expect(response.headers.get('Content-Type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const text = await response.text();
    for (const line of [
      'pagelight_http_requests_total{method="POST",route="/api/v1/compress",status="200"} 1',
      'pagelight_http_requests_total{method="POST",route="/api/v1/compress",status="415"} 1',
      'pagelight_rejections_total{code="not_a_pdf"} 1',
      `pagelight_document_bytes_total{direction="in"} ${pdf.length + 'no PDF'.length}`,
      'pagelight_compression_ratio_count 1',
      'pagelight_http_request_duration_seconds_count{route="/api/v1/compress"} 2',
      'pagelight_bytes_in_flight 0',
    ]) {
      expect(text).toContain(`${line}\n`);
    }
    expect(text).not.toContain('secret-name');
  });

  test('asks for the token where one is set', async () => {
    const service = await start({ metricsToken: 'scrape' });
    const ask = (authorization: string) =>
      fetch(`${service.origin}/metrics`, { headers: { Authorization: authorization } });
    expect((await ask('Bearer wrong')).status).toBe(401);
    expect((await ask('Bearer scrape')).status).toBe(200);
  });
});

test('alert rules and the dashboard of deploy ask for metrics that there are', async () => {
  const config = {
    ...readConfig({ REDIS_URL: 'redis://127.0.0.1:1' }),
    dataDir: await folder(),
    concurrency: 1,
  };
  const workerFile = join(import.meta.dirname, '../pool/worker.dev.mjs');
  const places = { workerFile, workThreadFile: threadFile('work-thread') };
  const services = await startServices(config, places, pino({ level: 'silent' }));
  closing.push(() => services.close());
  const text = await (await services.app.request('/metrics')).text();
  const known = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
  expect(text).toMatch(/^pagelight_database_up 1$/m);
  expect(text).toMatch(/^pagelight_redis_up 0$/m);
  expect(text).toMatch(/^pagelight_jobs_documents\{state="waiting"\} 0$/m);
  expect(text).toMatch(/^pagelight_jobs_workers 1$/m);
  for (const file of ['alerts.yml', 'grafana-dashboard.json']) {
    const asked = await readFile(join(import.meta.dirname, '../../deploy', file), 'utf8');
    const names = [...asked.matchAll(/\b(?:pagelight|nodejs|process)_\w+/g)].map(([name]) =>
      name.replace(/_bucket$/, ''),
    );
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  }
});

test('/metrics without a token is for this machine alone, and not through a proxy', async () => {
  const service = await start();
  const ask = async (headers: Record<string, string>) =>
    (await fetch(`${service.origin}/metrics`, { headers })).status;
  expect(await ask({})).toBe(200);
  for (const name of ['X-Forwarded-For', 'Via', 'Forwarded', 'X-Real-IP'])
    expect(await ask({ [name]: '192.0.2.1' })).toBe(404);
  const from = (remoteAddress: string) =>
    service.app.request('/metrics', {}, { incoming: { socket: { remoteAddress } } });
  expect((await from('192.0.2.1')).status).toBe(404);
  expect((await from('::ffff:127.0.0.1')).status).toBe(200);
});

test('a failed sign-in is logged with where it came from, and nothing else that was sent', async () => {
  const service = await start({ trustProxy: true });
  const answer = await fetch(`${service.origin}/api/dashboard/sign-in`, {
    method: 'POST',
    body: JSON.stringify({ email: 'laura@example.org', password: 'not the sentence' }),
    headers: {
      'Content-Type': 'application/json',
      'X-Pagelight-Page': 'dashboard',
      'X-Forwarded-For': '203.0.113.9',
    },
  });
  expect(answer.status).toBe(401);
  expect(service.logLines.at(-1)).toMatchObject({ code: 'wrong_credentials', address: '203.0.113.9' });
  expect(JSON.stringify(service.logLines)).not.toMatch(/laura|sentence/);
});

describe('an installation without its work thread', () => {
  test('is never ready, and the log says what to do', async () => {
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(line) });
    const config = { ...readConfig({}), dataDir: await folder(), concurrency: 1 };
    const here = (name: string) => join(import.meta.dirname, '../pool', name);
    const services = await startServices(
      config,
      { workerFile: here('worker.dev.mjs'), workThreadFile: here('work-thread-that-is-lost.js') },
      log,
    );
    closing.push(() => services.close());
    const ready = await services.app.request('/readyz');
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'incomplete' }]);
    expect(lines.join('')).toMatch(/work-thread-that-is-lost\.js.*run npm run build/);
  });
});

describe('backup', () => {
  const quiet = { out: () => undefined, err: () => undefined };

  test('copies the data while it is in use, for its owner alone, and never over a file', async () => {
    const dataDir = await folder();
    const db = await openDatabase({ dataDir });
    closing.push(() => db.destroy());
    const { key } = await createKeyService(db).create({ name: 'kept' });

    const restored = join(await folder(), 'pagelight.sqlite');
    const deps = { storage: () => ({ dataDir }), output: quiet };
    expect(await backupCommand([restored], deps)).toBe(0);
    expect((await stat(restored)).mode & 0o777).toBe(0o600);
    expect(await backupCommand([restored], deps)).toBe(1);

    const copy = await openDatabase({ dataDir: join(restored, '..') });
    closing.push(() => copy.destroy());
    expect(await createKeyService(copy).list()).toEqual([key]);
  });

  test('says what is wrong with how it is called', async () => {
    const said: string[] = [];
    const output = { out: () => undefined, err: (text: string) => void said.push(text) };
    const storage = () => ({ dataDir: '/dev/null/x' });
    expect(await backupCommand([], { storage, output })).toBe(2);
    for (const file of ['/nowhere/at/all', join(import.meta.filename, 'in-a-file')])
      expect(await backupCommand([file], { storage, output })).toBe(1);
    expect(said.join('')).toMatch(/Say which file.*DATA_DIR is/s);
  });
});

test('the last line of a server that crashes is one of the log', async () => {
  const url = (path: string) => new URL(path, import.meta.url).href;
  const script = `
    import { pino } from 'pino';
    const { logCrash } = await import(${JSON.stringify(url('./crash.ts'))});
    logCrash(pino());
    Promise.reject(new Error('a bug'));`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script]);
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  const [code] = await once(child, 'close');
  expect([code, JSON.parse(out)]).toMatchObject([1, { level: 60, err: { message: 'a bug' } }]);
});
