import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { compress } from '../../shared/compress.ts';
import { PRESETS } from '../../shared/index.ts';
import { albumFile } from '../../shared/testing/documents/album-file.ts';
import { createNodeHost } from '../node/host.ts';
import { bundleWorker, type RunningWorker, startWorker } from './workerd.ts';

const real = (name: string) => readFileSync(join(import.meta.dirname, `../../shared/fixtures/real/${name}`));
const inputs = {
  photos: new Uint8Array(await albumFile(1)),
  'a bilevel form': new Uint8Array(real('form-jbig2.pdf')),
};

let worker: RunningWorker;
beforeAll(async () => {
  const folder = join(inject('app'), 'workerd/built');
  mkdirSync(folder);
  await bundleWorker(join(folder, '../main.mjs'), folder);
  worker = await startWorker(folder);
});
afterAll(() => worker?.child.kill());

test.each(Object.entries(inputs))("Cloudflare's runtime gives the bytes of Node: %s", async (_, input) => {
  const response = await fetch(worker.origin, { method: 'POST', body: input });
  const answer = Buffer.from(await response.arrayBuffer());
  expect(response.status, answer.toString('latin1', 0, 200)).toBe(200);
  const { bytes } = await compress(input, { ...PRESETS.balanced, quality: 60 }, { host: createNodeHost() });
  expect(answer.equals(bytes)).toBe(true);
  expect(response.headers.get('sha256')).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect(Number(response.headers.get('pages'))).toBeGreaterThan(0);
});
