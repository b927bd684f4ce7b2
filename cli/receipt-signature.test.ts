import { generateKeyPairSync } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createNodeHost } from '../library/node/host.ts';
import { checkReceipt } from '../shared/receipt/check-receipt.ts';
import { verify } from '../shared/verify.ts';
import { printedBy } from './testing/printed.ts';
import { here, pdf, put, run, withShrinkFolder } from './testing/shrink-run.ts';
import { verifyCommand } from './verify-command.ts';

withShrinkFolder();

/** Writes a new key pair into the folder. */
async function keyPair(name: string, type: 'ed25519' | 'x25519' = 'ed25519'): Promise<void> {
  const { privateKey, publicKey } =
    type === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('x25519');
  await put({
    [`${name}.pem`]: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    [`${name}.pub`]: publicKey.export({ type: 'spki', format: 'pem' }),
  });
}

async function verified(key = 'own.pub') {
  const args = [here('a.pdf'), here('a-light.pdf'), here('a.receipt.json'), '--verify-with', here(key)];
  const host = createNodeHost();
  const deps = { verify, checkReceipt, loadDrawer: async () => null, host };
  const { code, out, err } = await printedBy((output) => verifyCommand(args, { ...deps, output }));
  return {
    code,
    text: /Its? (signature is (not )?right|has no signature)/.exec(out)?.[0] ?? err.replace(here(), ''),
  };
}

test('a receipt is signed, and its signature holds for its own key and its own words', async () => {
  await keyPair('own');
  await keyPair('other');
  await keyPair('wrong', 'x25519');
  await put({ 'a.pdf': pdf });
  const made = await run([here('a.pdf'), '--receipts', here(), '--sign', here('own.pem')]);
  expect(made).toMatchObject({ code: 0, err: '' });
  expect(await verified()).toEqual({ code: 0, text: 'Its signature is right' });
  expect(await verified('other.pub')).toEqual({ code: 4, text: 'Its signature is not right' });

  const path = here('a.receipt.json');
  const receipt = JSON.parse(await readFile(path, 'utf8'));
  const turned = Object.fromEntries(Object.entries(receipt).reverse());
  await writeFile(path, JSON.stringify(turned));
  expect(await verified()).toEqual({ code: 0, text: 'Its signature is right' });
  await writeFile(path, JSON.stringify({ ...receipt, imagesUnchanged: receipt.imagesUnchanged + 1 }));
  expect(await verified()).toEqual({ code: 4, text: 'Its signature is not right' });
  await rm(`${path}.sig`);
  expect(await verified()).toEqual({ code: 4, text: 'It has no signature' });
  expect(await verified('wrong.pub')).toMatchObject({
    code: 1,
    text: expect.stringContaining('no public key'),
  });
  const refused = await run([here('a.pdf'), '--receipt', '--sign', here('wrong.pem')]);
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('no private key'), compressed: 0 });
});

test.each<
  [
    name: string,
    change: (files: {
      receipt: string;
      signature: string;
    }) => Partial<{ receipt: string; signature: string }>,
    text: string,
  ]
>([
  [
    'a name twice',
    ({ receipt }) => ({ receipt: receipt.replace('"signed": false', '"signed": true, "signed": false') }),
    'document.signed occurs twice',
  ],
  [
    'a name twice, escaped',
    ({ receipt }) => ({ receipt: receipt.replace('"unchanged"', '"\\u0075nchanged": true, "unchanged"') }),
    'unchanged occurs twice',
  ],
  [
    'an inexact number',
    ({ receipt }) => ({ receipt: receipt.replace(/"size": (\d+)/, '"size": $1.00000000000000000001') }),
    'input.size is no exact number',
  ],
  [
    'blanks in the base64',
    ({ signature }) => ({ signature: signature.replace(/(.{9})/, '$1 ') }),
    'signature is not right',
  ],
  [
    'words behind the base64',
    ({ signature }) => ({ signature: `${signature.trim()}====hello` }),
    'signature is not right',
  ],
  [
    'other bits behind the last byte',
    ({ signature }) => ({ signature: signature.replace(/.==/, (end) => `${end[0] === 'Q' ? 'R' : 'Q'}==`) }),
    'signature is not right',
  ],
])('a signed receipt is refused with %s', async (_, change, text) => {
  await keyPair('own');
  await put({ 'a.pdf': pdf });
  await run([here('a.pdf'), '--receipts', here(), '--sign', here('own.pem')]);
  const path = here('a.receipt.json');
  const before = { receipt: await readFile(path, 'utf8'), signature: await readFile(`${path}.sig`, 'utf8') };
  const after = { ...before, ...change(before) };
  expect(after).not.toEqual(before);
  await writeFile(path, after.receipt);
  await writeFile(`${path}.sig`, after.signature);
  const found = await verified();
  expect(found.code).not.toBe(0);
  expect(found.text).toContain(text);
});

test('a key of the wrong kind is named', async () => {
  await keyPair('own');
  const { privateKey } = generateKeyPairSync('ed25519');
  const locked = privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' });
  await put({ 'a.pdf': pdf, 'locked.pem': locked });
  await run([here('a.pdf'), '--receipts', here(), '--sign', here('own.pem')]);
  expect(await verified('own.pem')).toMatchObject({
    code: 1,
    text: expect.stringContaining('is the private key'),
  });
  expect((await run([here('a.pdf'), '--receipt', '--sign', here('locked.pem')])).err).toContain(
    'needs a pass phrase',
  );
});
