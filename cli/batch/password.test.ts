import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Compress } from '../documents/compress-port.ts';
import { core, here, pdf, put, run, withShrinkFolder } from '../testing/shrink-run.ts';

withShrinkFolder();

test('the password comes from the flag, the first line of a file, or the environment, in this order', async () => {
  await put({ 'a.pdf': pdf, secret: 'of the file\r\nmore', empty: '' });
  const given: (string | undefined)[] = [];
  const noting: Compress = (input, call) => {
    given.push(call.password);
    return core(input, { ...call, password: undefined });
  };
  const env = { PAGELIGHT_PASSWORD: 'of the environment' };
  for (const [args, inEnv] of [
    [['--password', 'of the flag'], env],
    [['--password-file', here('secret')], env],
    [['--password-file', here('empty')], env],
    [[], env],
    [[], {}],
  ] as const)
    await run([here('a.pdf'), '--force', ...args], { core: noting, env: inEnv });
  expect(given).toEqual(['of the flag', 'of the file', undefined, 'of the environment', undefined]);
});

test('a locked PDF names the ways of this command to give a password', async () => {
  const locked = readFileSync(new URL('../../shared/fixtures/encrypted/r6-aes-256.pdf', import.meta.url));
  await put({ 'a.pdf': locked });
  const { code, err } = await run([here('a.pdf')]);
  expect(code).toBe(3);
  expect(err).toContain('Give it in PAGELIGHT_PASSWORD, or with --password.');
});
