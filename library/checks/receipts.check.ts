import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';
import { ensureNode, OTHER_NODES } from '../../scripts/setup/other-nodes.mjs';
import { compress } from '../../shared/compress.ts';
import { PRESETS } from '../../shared/index.ts';
import { issueReceipt } from '../../shared/receipt/issue-receipt.ts';
import { smallPdf } from '../../shared/testing/documents/small-pdf.ts';
import { forgedReceipts } from '../../shared/testing/forged-receipts.ts';
import { createNodeHost } from '../node/host.ts';
import { runProgram } from './run-program.ts';

const app = inject('app');
const files = ['before.pdf', 'after.pdf', 'receipts.json'];
const fields: string[] = [];

beforeAll(async () => {
  const host = createNodeHost();
  const before = await smallPdf();
  const result = await compress(before, PRESETS.balanced, { host });
  const receipt = await issueReceipt(before, result, { host });
  const forged = forgedReceipts(receipt);
  fields.push(...forged.map(({ field }) => field));
  const receipts = JSON.stringify([receipt, ...forged.map((one) => one.receipt)]);
  for (const [index, bytes] of [before, result.bytes, receipts].entries())
    writeFileSync(join(app, files[index]!), bytes);
});

test.each([process.versions.node, ...OTHER_NODES])(
  'Node %s finds the right receipt right, and refuses twelve forged ones by their field',
  async (version) => {
    const node =
      version === process.versions.node ? process.execPath : await ensureNode(version, console.error);
    if (node === undefined) throw new Error(`Node ${version} cannot be installed`);
    const { code, out, err } = await runProgram(node, ['receipts.mjs', ...files], app);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const [right, ...forged]: readonly (readonly [boolean, ...string[]])[] = JSON.parse(out);
    expect(right).toEqual([true]);
    expect(forged.map(([, ...different]) => different)).toEqual(fields.map((field) => [field]));
    expect(fields).toHaveLength(12);
  },
);

test.runIf(process.platform === 'linux')(
  'the lines of verify --help check a signed receipt with jq and openssl',
  async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    writeFileSync(join(app, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
    writeFileSync(join(app, 'public.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
    writeFileSync(join(app, 'a.pdf'), await smallPdf());
    const pagelight = (...args: readonly string[]) =>
      runProgram(process.execPath, ['node_modules/pagelight/pagelight.js', ...args], app, {
        PAGELIGHT_STATE_DIR: join(app, 'state'),
      });
    const made = await pagelight('a.pdf', '--receipts', '.', '--sign', 'key.pem', '--force');
    expect(made).toMatchObject({ code: 0, err: '' });
    const lines = (await pagelight('verify', '--help')).out.match(/^ {2}(?:jq|openssl) .+$/gm) ?? [];
    const check = () => runProgram('sh', ['-ec', lines.join('\n')], app);
    expect(await check()).toMatchObject({ code: 0, out: expect.stringContaining('Verified Successfully') });
    const receipt = join(app, 'a.receipt.json');
    const text = readFileSync(receipt, 'utf8');
    writeFileSync(receipt, text.replace(/"pages": \d+/, '"pages": 99'));
    expect((await check()).code).not.toBe(0);
  },
);
