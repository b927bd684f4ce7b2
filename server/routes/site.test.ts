import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../testing/service.ts';

const HTML = '<!doctype html><title>Pagelight</title>';

let webRoot: string;
let service: TestService;

beforeEach(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'pagelight-web-'));
  await mkdir(join(webRoot, 'assets'));
  await mkdir(join(webRoot, '.vite'));
  await writeFile(join(webRoot, 'index.html'), HTML);
  await writeFile(join(webRoot, 'favicon.svg'), '<svg/>');
  await writeFile(join(webRoot, 'assets/app-1a2b.js'), 'export {}');
  await writeFile(join(webRoot, 'assets/codec-1a2b.wasm'), new Uint8Array([0, 0x61, 0x73, 0x6d]));
  await writeFile(join(webRoot, '.vite/manifest.json'), '{}');
  service = await startTestService({ webRoot });
});
afterEach(async () => {
  await service.close();
  await rm(webRoot, { recursive: true });
});

const get = (path: string, accept = '*/*') => service.app.request(path, { headers: { Accept: accept } });
const visit = (path: string) => get(path, 'text/html,application/xhtml+xml,*/*;q=0.8');

describe('the page', () => {
  test.each(['/', '/index.html', '/setup?token=abc', '/dashboard/keys'])(
    '%s gives the page, asked for anew each time',
    async (path) => {
      const response = await visit(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('Content-Type')).toMatch(/^text\/html/);
      expect(response.headers.get('Cache-Control')).toBe('no-cache');
      expect(await response.text()).toBe(HTML);
    },
  );

  test('the page itself may be fetched by anything', async () => {
    expect(await (await get('/')).text()).toBe(HTML);
  });

  test.each([
    ['/assets/app-1a2b.js', /^text\/javascript/],
    ['/assets/codec-1a2b.wasm', /^application\/wasm/],
  ])('%s is kept for ever', async (path, type) => {
    const response = await get(path);
    expect(response.headers.get('Content-Type')).toMatch(type);
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.has('Last-Modified')).toBe(false);
  });

  test('assets have the headers that scripts and workers need, and none that are for documents', async () => {
    const { headers } = await get('/assets/app-1a2b.js');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
    expect(headers.get('Cross-Origin-Embedder-Policy')).toBe('require-corp');
    expect(headers.has('Content-Security-Policy')).toBe(false);
    expect((await visit('/')).headers.has('Content-Security-Policy')).toBe(true);
  });

  test('the copy that Brotli packed is sent to who accepts it, else that of gzip', async () => {
    await writeFile(join(webRoot, 'assets/app-1a2b.js.br'), 'brotli');
    await writeFile(join(webRoot, 'assets/app-1a2b.js.gz'), 'gzip');
    const encodingFor = async (accepted: string) =>
      (
        await service.app.request('/assets/app-1a2b.js', { headers: { 'Accept-Encoding': accepted } })
      ).headers.get('Content-Encoding');
    expect(await encodingFor('gzip, deflate, br, zstd')).toBe('br');
    expect(await encodingFor('gzip, deflate')).toBe('gzip');
    expect(await encodingFor('identity')).toBe(null);
  });

  test('other files are asked for anew', async () => {
    const response = await get('/favicon.svg');
    expect(response.headers.get('Content-Type')).toMatch(/^image\/svg\+xml/);
    expect(response.headers.get('Cache-Control')).toBe('no-cache');
  });

  test.each([
    ['a missing asset', '/assets/app-old.js', 'text/html'],
    ['a missing file', '/nope.js', '*/*'],
    ["the build's manifest", '/.vite/manifest.json', '*/*'],
    ['the same with its dot written otherwise', '/%2evite/manifest.json', '*/*'],
    ['a path that climbs', '/assets/%2e%2e/%2e%2e/etc/passwd', '*/*'],
  ])('%s is not the page', async (_what, path, accept) => {
    const response = await get(path, accept);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain('doctype');
  });

  test('HEAD has headers and no body; POST is not found', async () => {
    const head = await service.app.request('/', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect((await service.app.request('/', { method: 'POST' })).status).toBe(404);
  });

  test('a page that is not built says how to build it, and the API works', async () => {
    const bare = await startTestService({ webRoot: join(webRoot, 'nowhere') });
    const response = await bare.app.request('/');
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('npm run build');
    expect((await bare.app.request('/healthz')).status).toBe(200);
    await bare.close();
  });
});
