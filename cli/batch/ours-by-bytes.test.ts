import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { expect, test } from 'vitest';
import { albumFile } from '../../shared/testing/documents/album-file.ts';
import { here, linesOf, pdf, put, run, small, tree, withShrinkFolder } from '../testing/shrink-run.ts';

withShrinkFolder();

const filesOf = (text: string) =>
  text === '' ? [] : linesOf(text).map(({ file }) => relative(here(), file));
const OTHER = () => ({ stateFolder: here('.state-of-another') });
const forget = () => rm(here('.state'), { recursive: true });

test.each<[name: string, args: () => readonly string[], change: () => unknown]>([
  ['another user', () => ['-r', here('e')], forget],
  ['a renamed folder', () => ['-r', here('e2')], () => renameSync(here('e'), here('e2'))],
  ['into a folder, without state', () => ['-r', here('e'), '-o', here('out')], forget],
  ['a shell’s *.pdf', () => [here('e/a.pdf'), here('e/a-light.pdf')], forget],
  ['a share of a tree', () => ['-r', here('e'), '--shard', '1/1'], forget],
  ['a dry run', () => ['-r', here('e'), '--dry-run'], forget],
])('results are known by their bytes: %s', async (_, args, change) => {
  await put({ 'e/a.pdf': pdf });
  const isOut = args().includes('-o');
  await run(['-r', here('e'), ...(isOut ? ['-o', here('out')] : [])]);
  if (isOut) await put({ 'e/a-light.pdf': small });
  await change();
  const before = await tree();
  const done = await run([...args(), '--json']);
  expect(done).toMatchObject({ code: 0, err: '' });
  expect(filesOf(done.out)).toEqual([args().join().includes('e2') ? 'e2/a.pdf' : 'e/a.pdf']);
  expect(await tree()).toEqual(before);
  // The next run knows it without comparing.
  if (!args().includes('--dry-run'))
    expect(linesOf((await run([...args(), '--json'])).out)).toMatchObject([
      { status: args().length > 1 ? 'skipped' : 'smaller' },
    ]);
});

test('in place a result beside its original is no input, with and without state', async () => {
  for (const state of [{}, OTHER()]) {
    await put({ 'e/a.pdf': pdf });
    await run(['-r', here('e')]);
    const done = await run(['-r', here('e'), '--in-place', '--json', '--dry-run'], state);
    expect(filesOf(done.out)).toEqual(['e/a.pdf']);
    expect(filesOf((await run(['-r', here('e'), '--in-place', '--json'], state)).out)).toEqual(['e/a.pdf']);
    expect(filesOf((await run(['-r', here('e'), '--in-place', '--json'], state)).out)).toEqual(['e/a.pdf']);
  }
});

test('another file in the place of a result stays, and is compressed itself', async () => {
  await put({ 'e/a.pdf': pdf, 'e/a-light.pdf': Buffer.concat([pdf, Buffer.from('\n% mine')]) });
  const done = await run(['-r', here('e'), '--json']);
  expect(done.code).toBe(1);
  expect(linesOf(done.out).map(({ status }) => status)).toEqual(['failed', 'smaller']);
  expect(await tree()).toEqual(['e/a-light-light.pdf', 'e/a-light.pdf', 'e/a.pdf']);
});

test('results in a folder of their own are inputs where that folder is named', async () => {
  await put({ 'e/a.pdf': pdf });
  await run(['-r', here('e'), '-o', here('out')]);
  expect(filesOf((await run(['-r', here('out'), '--in-place', '--json'])).out)).toEqual(['out/a.pdf']);
});

test('a budget knows its results, softer ones too, and makes other PDFs of such a name fit as well', async () => {
  await put({ 'e/a.pdf': await albumFile(1), 'e/b.pdf': pdf });
  const args = ['-r', here('e'), '--min-dpi', '0', '--json', '--budget'];
  const whole = linesOf((await run([...args, '1MB'])).out).reduce(
    (sum, { outputSize }) => sum + outputSize,
    0,
  );
  const budget = String(Math.floor(whole * 0.8));
  const files = ['e/a.pdf', 'e/b.pdf'];
  expect(filesOf((await run([...args, budget])).out).sort()).toEqual(files);
  const before = await tree();
  const again = await run([...args, budget], OTHER());
  expect(again.code).toBe(0);
  expect(filesOf(again.out).sort()).toEqual(files);
  expect(await tree()).toEqual(before);
  await rm(here('e/b-light.pdf'));
  await put({ 'e/b-light.pdf': Buffer.concat([pdf, Buffer.from('\n% mine')]) });
  const other = await run([...args, budget, '-o', here('out')]);
  expect(other.code).toBe(0);
  const sizes = linesOf(other.out).map(({ outputSize }) => outputSize);
  expect(sizes).toHaveLength(3);
  expect(sizes.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(Number(budget));
});

test('two equal PDFs may have one result', async () => {
  await put({ 'x/a.pdf': pdf, 'y/a.pdf': pdf });
  for (const source of ['x', 'y'])
    expect((await run([here(source, 'a.pdf'), '-o', here('out')])).code).toBe(0);
});

test('state may lie in the folder of the results', async () => {
  await put({ 'e/a.pdf': pdf });
  mkdirSync(here('out'));
  const state = { stateFolder: here('out/.pagelight') };
  await run(['-r', here('e'), '-o', here('out')], state);
  expect(await run(['-r', here('e'), '-o', here('out')], state)).toMatchObject({ code: 0, compressed: 0 });
  expect(filesOf((await run(['-r', here('out'), '--in-place', '--json'])).out)).toEqual(['out/a.pdf']);
});

test('a dry run counts as the real run does', async () => {
  await put({ 'e/a.pdf': pdf, 'e/b.pdf': small, 'e/taken.pdf': pdf, 'e/taken-light.pdf': 'mine' });
  const counts = (text: string) =>
    linesOf(text)
      .map(({ file, status }) => [file, status])
      .sort();
  for (const args of [['--in-place', '--min-gain', '99%'], []]) {
    const dry = await run(['-r', here('e'), '--json', '--dry-run', ...args]);
    const real = await run(['-r', here('e'), '--json', ...args]);
    expect(dry.code).toBe(real.code);
    expect(counts(dry.out)).toEqual(counts(real.out));
  }
});

test('a damaged state folder ends no run', async () => {
  await put({ 'e/a.pdf': pdf, 'e/b.pdf': pdf });
  await run(['-r', here('e')]);
  const [ledger = ''] = (await import('node:fs'))
    .readdirSync(here('.state'))
    .filter((name) => name.endsWith('.jsonl'));
  await rm(here('.state', ledger));
  mkdirSync(here('.state', ledger));
  expect(await run(['-r', here('e')])).toMatchObject({
    code: 0,
    err: expect.stringContaining('cannot be remembered'),
  });
  await rm(here('.state'), { recursive: true });
  await writeFile(here('.state'), 'no folder');
  expect((await run(['-r', here('e')])).code).toBe(0);
  expect(readFileSync(here('e/a.pdf'))).toEqual(Buffer.from(pdf));
});
