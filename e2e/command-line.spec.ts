import { stat } from 'node:fs/promises';
import { runCommand } from './support/command-line.ts';
import { REAL_DOCUMENTS } from './support/documents.ts';
import { expect, test } from './support/test.ts';

const { newspaper } = REAL_DOCUMENTS;

test('compress writes a smaller file, says in one line what it did and in another what to know', async () => {
  const output = test.info().outputPath('out.pdf');
  const { code, stdout } = await runCommand('compress', newspaper, output, '--preset', 'api');
  expect(code).toBe(0);
  const { size } = await stat(output);
  expect(size).toBeLessThan((await stat(newspaper)).size);
  const [facts, ...warnings] = stdout.trim().split('\n');
  expect(facts).toContain(`${size} bytes`);
  // At 1,200 pixels a newspaper is hard to read, and the command warns about it.
  expect(warnings).toEqual([expect.stringContaining('Small print')]);
});

test('create prints the key alone; list shows its name and never the key', async () => {
  const created = await runCommand('keys', 'create', '--name', 'a program of mine');
  expect(created.code).toBe(0);
  const key = created.stdout.trim();
  expect(key).toMatch(/^\S{40,}$/);
  const { stdout } = await runCommand('keys', 'list');
  expect(stdout).toContain('a program of mine');
  expect(stdout).not.toContain(key);
});
