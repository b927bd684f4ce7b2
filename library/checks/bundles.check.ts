import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { compress } from '../../shared/compress.ts';
import { PRESETS } from '../../shared/index.ts';
import { smallPdf } from '../../shared/testing/documents/small-pdf.ts';
import { createNodeHost } from '../node/host.ts';
import { BUNDLERS } from './bundlers.ts';
import { type Ended, runProgram } from './run-program.ts';

/** A separate folder, so that a bundle cannot find the installed package. */
const folder = mkdtempSync(join(tmpdir(), 'pagelight-bundles-'));
const app = join(folder, 'app');
const input = join(folder, 'a.pdf');
const bundles = new Map<string, string>();
let expected: string;

beforeAll(async () => {
  cpSync(join(inject('app'), 'node_modules'), join(app, 'node_modules'), { recursive: true });
  cpSync(join(inject('app'), 'bundles'), app, { recursive: true });
  for (const [name, bundle] of Object.entries(BUNDLERS)) {
    const into = join(folder, `bundle-${bundles.size}`);
    mkdirSync(into);
    bundles.set(name, await bundle(join(app, 'main.mjs'), into));
  }
  rmSync(join(app, 'node_modules'), { recursive: true });
  const pdf = await smallPdf();
  writeFileSync(input, pdf);
  const { bytes } = await compress(pdf, { ...PRESETS.balanced, quality: 60 }, { host: createNodeHost() });
  expected = createHash('sha256').update(bytes).digest('hex');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Calls the bundle's handler as AWS Lambda does. */
async function call(bundle: string | undefined): Promise<Ended> {
  if (bundle === undefined) throw new Error('there is no such bundle');
  return runProgram(process.execPath, ['call.cjs', bundle, input], app);
}

describe('a program with the library in it, bundled for Node, away from the package', () => {
  test.each(Object.keys(BUNDLERS))('%s', async (name) => {
    const { code, out, err } = await call(bundles.get(name));
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(JSON.parse(out)).toEqual({ sha256: expected, refused: 'not_a_pdf' });
  });

  test('without the text of its threads it says what to do', async () => {
    const bundle = bundles.get('rollup');
    const into = join(folder, 'bundle-3');
    for (const name of readdirSync(into).filter((file) => file.startsWith('worker-text')))
      rmSync(join(into, name));
    const { code, err } = await call(bundle);
    expect(code).toBe(1);
    expect(err).toContain("external: ['pagelight']");
  });
});
