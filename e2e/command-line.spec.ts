import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { runCommand } from './support/command-line.ts';
import { lockedDocument, REAL_DOCUMENTS } from './support/documents.ts';
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

test('--json prints the report and nothing else', async () => {
  const output = test.info().outputPath('out.pdf');
  const { code, stdout } = await runCommand('compress', newspaper, output, '--quality', '50', '--json');
  expect(code).toBe(0);
  const report = JSON.parse(stdout);
  expect(report.options.quality).toBe(50);
  expect(report.outputSize).toBe((await stat(output)).size);
});

test('a bad option ends with 2 and writes nothing', async () => {
  const output = test.info().outputPath('out.pdf');
  const ended = await runCommand('compress', newspaper, output, '--quality', '0');
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr).toContain('quality');
  expect(existsSync(output)).toBe(false);
});

test('a PDF that cannot be done ends with 3 and its code, and writes nothing', async () => {
  const input = test.info().outputPath('locked.pdf');
  const output = test.info().outputPath('out.pdf');
  await writeFile(input, await lockedDocument('word'));
  const ended = await runCommand('compress', input, output);
  expect(ended).toMatchObject({ code: 3, stdout: '' });
  expect(ended.stderr).toContain('encrypted_pdf');
  expect(existsSync(output)).toBe(false);
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

test('a file that gains nothing comes back byte for byte', async () => {
  const once = test.info().outputPath('once.pdf');
  const twice = test.info().outputPath('twice.pdf');
  expect((await runCommand('compress', newspaper, once)).code).toBe(0);
  expect((await runCommand('compress', once, twice)).code).toBe(0);
  expect((await stat(twice)).size).toBeLessThanOrEqual((await stat(once)).size);
  const thrice = test.info().outputPath('thrice.pdf');
  expect((await runCommand('compress', twice, thrice)).code).toBe(0);
  expect((await readFile(thrice)).equals(await readFile(twice))).toBe(true);
});
