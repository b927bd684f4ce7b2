import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { compress } from '../../shared/compress.ts';
import { PRESETS } from '../../shared/index.ts';
import { albumFile } from '../../shared/testing/documents/album-file.ts';
import { smallPdf } from '../../shared/testing/documents/small-pdf.ts';
import { createNodeHost } from '../node/host.ts';
import { bundleWorker, type RunningWorker, startWorker } from './workerd.ts';

const real = (name: string) => readFileSync(join(import.meta.dirname, `../../shared/fixtures/real/${name}`));
const inputs = {
  photos: new Uint8Array(await albumFile(1)),
  'a bilevel form': new Uint8Array(real('form-jbig2.pdf')),
};

let worker: RunningWorker;
let example: RunningWorker;
beforeAll(async () => {
  const folder = join(inject('app'), 'workerd');
  const documented = join(import.meta.dirname, '../../docs/integrations/cloudflare-worker.mjs');
  copyFileSync(documented, join(folder, 'example.mjs'));
  const start = async (name: string) => {
    const built = join(folder, `built-${name}`);
    mkdirSync(built);
    await bundleWorker(join(folder, `${name}.mjs`), built);
    return startWorker(built);
  };
  worker = await start('main');
  example = await start('example');
});
afterAll(() => {
  worker?.child.kill();
  example?.child.kill();
});

test.each(Object.entries(inputs))("Cloudflare's runtime gives the bytes of Node: %s", async (_, input) => {
  const response = await fetch(worker.origin, { method: 'POST', body: input });
  const answer = Buffer.from(await response.arrayBuffer());
  expect(response.status, answer.toString('latin1', 0, 200)).toBe(200);
  const { bytes } = await compress(input, { ...PRESETS.balanced, quality: 60 }, { host: createNodeHost() });
  expect(answer.equals(bytes)).toBe(true);
  expect(response.headers.get('sha256')).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect(Number(response.headers.get('pages'))).toBeGreaterThan(0);
});

test('the documented Worker gives the bytes of Node, and says why it does not', async () => {
  const send = (body: Uint8Array<ArrayBuffer>) => fetch(example.origin, { method: 'POST', body });
  const input = new Uint8Array(await smallPdf());
  const { bytes } = await compress(input, PRESETS.balanced, { host: createNodeHost() });
  const done = await send(input);
  expect([done.status, done.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(Buffer.from(await done.arrayBuffer()).equals(bytes)).toBe(true);
  const refused = await send(new TextEncoder().encode('no PDF'));
  expect([refused.status, await refused.json()]).toEqual([
    422,
    expect.objectContaining({ code: 'not_a_pdf' }),
  ]);
  expect((await send(new Uint8Array(10_000_001))).status).toBe(413);
  expect((await fetch(example.origin)).status).toBe(405);
});
