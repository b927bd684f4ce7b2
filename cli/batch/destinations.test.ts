import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { archive } from '../testing/archive-run.ts';
import { here, linesOf, pdf, put, run, small, tree, withShrinkFolder } from '../testing/shrink-run.ts';

withShrinkFolder();

/** Names of the files that are the original, byte for byte. */
const originals = async () =>
  (await tree()).filter((name) => pdf.every((byte, at) => byte === readFileSync(here(name))[at]));
const modeOf = (name: string) => (statSync(here(name)).mode & 0o777).toString(8);

const LIST = () => here('list.txt');

test.each<[name: string, code: number, args: () => readonly string[]]>([
  ['the folder of named PDFs', 2, () => [here('g/a.pdf'), '--in-place', '--backup', here('g')]],
  ['the folder that is processed', 2, () => ['-r', here('g'), '--in-place', '--backup', here('g')]],
  ['a link to the folder', 2, () => ['-r', here('g'), '--in-place', '--backup', here('link')]],
  ['the watched folder', 2, () => ['--watch', here('g'), '--in-place', '--backup', here('link')]],
  [
    'a folder that is processed too',
    2,
    () => ['-r', here('g'), here('kept'), '--in-place', '--backup', here('kept')],
  ],
  ['a folder with a link to the PDF', 1, () => ['-r', here('g'), '--in-place', '--backup', here('links')]],
  ['the folder of listed PDFs', 1, () => ['--files-from', LIST(), '--in-place', '--backup', here('root')]],
])('never takes an original for its own backup: %s', async (_, code, args) => {
  await put({ 'g/a.pdf': pdf, 'kept/b.pdf': small });
  mkdirSync(here('links'));
  symlinkSync(here('g'), here('link'));
  symlinkSync(here('g/a.pdf'), here('links/a.pdf'));
  symlinkSync('/', here('root'));
  await put({ 'list.txt': `${here('g/a.pdf')}\n` });
  const done = await run([...args()]);
  expect(done.code).toBe(code);
  expect(await originals()).toEqual(['g/a.pdf']);
  expect(code === 2 ? done.compressed : 0).toBe(0);
});

test('an archive never takes an original for its own backup, whatever leads to it', async () => {
  await put({ 'from/a.pdf': pdf });
  mkdirSync(here('links'));
  symlinkSync(here('from'), here('link'));
  symlinkSync(here('from/a.pdf'), here('links/a.pdf'));
  await archive('plan', here('from'), here('run'));
  for (const backup of [here('from'), here('link'), here('link/deeper')])
    expect(await archive('run', here('run'), '--replace', '--backup', backup)).toMatchObject({
      code: 2,
      compressed: 0,
    });
  expect(await archive('run', here('run'), '--to', here('link'))).toMatchObject({ code: 2 });
  expect((await archive('run', here('run'), '--replace', '--backup', here('links'))).code).toBe(1);
  expect(await originals()).toEqual(['from/a.pdf']);
});

test.each<[name: string, args: () => readonly string[]]>([
  ['a result', () => ['-r', here('g'), '-o', here('out')]],
  ['a receipt', () => ['-r', here('g'), '-o', here('new'), '--receipts', here('out')]],
])('--force never puts %s in the place of the PDF, reached by a link', async (_, args) => {
  await put({ 'g/a.pdf': pdf });
  mkdirSync(here('out'));
  symlinkSync(here('g/a.pdf'), here('out/a.pdf'));
  symlinkSync(here('g/a.pdf'), here('out/a.receipt.json'));
  expect((await run([...args(), '--force'])).code).toBe(1);
  expect(await originals()).toEqual(['g/a.pdf']);
});

test('folders of results, backups and receipts are as private as the folders that they mirror', async () => {
  await put({ 'd/private/deep/s.pdf': pdf, 'd/b.pdf': pdf, 'from/private/s.pdf': pdf });
  chmodSync(here('d/private'), 0o700);
  chmodSync(here('d/private/deep'), 0o750);
  chmodSync(here('from/private'), 0o700);
  await run(['-r', here('d'), '-o', here('out'), '--receipts', here('rec')]);
  await run(['-r', here('d'), '--in-place', '--backup', here('bak')]);
  await archive('plan', here('from'), here('run'));
  await archive('run', here('run'), '--to', here('to'));
  for (const root of ['out', 'rec', 'bak'])
    expect([root, `${root}/private`, `${root}/private/deep`].map(modeOf)).toEqual(['755', '700', '750']);
  expect(['to', 'to/private'].map(modeOf)).toEqual(['755', '700']);
  expect(modeOf('.state')).toBe('700');
});

test('PDFs of a private folder make the folder private that they share with others', async () => {
  await put({ 'open/a.pdf': pdf, 'private/b.pdf': pdf });
  chmodSync(here('private'), 0o700);
  await run([here('open/a.pdf'), here('private/b.pdf'), '-o', here('out')]);
  expect(modeOf('out')).toBe('700');
});

test('a second version of a name that is backed up gets a number', async () => {
  for (const version of [1, 2, 3]) {
    await put({ 'g/a.pdf': Buffer.concat([pdf, Buffer.from(`\n% ${version}`)]) });
    expect((await run(['-r', here('g'), '--in-place', '--backup', here('bak')])).code).toBe(0);
  }
  expect(await tree()).toEqual(['bak/a-2.pdf', 'bak/a-3.pdf', 'bak/a.pdf', 'g/a.pdf']);
  expect(readFileSync(here('bak/a-2.pdf')).toString('latin1')).toMatch(/% 2$/);
});

test('an archive numbers backups too', async () => {
  for (const version of [1, 2]) {
    await put({ 'from/x.y/a.pdf': Buffer.concat([pdf, Buffer.from(`\n% ${version}`)]) });
    await archive('plan', here('from'), here(`run${version}`));
    expect((await archive('run', here(`run${version}`), '--replace', '--backup', here('bak'))).code).toBe(0);
  }
  expect(readFileSync(here('bak/x.y/a-2.pdf')).toString('latin1')).toMatch(/% 2$/);
});

test('--log appends to nothing that is no log', async () => {
  await put({ 'a.pdf': pdf, 'notes.txt': 'mine', 'other.json': '{"time": 1}\n' });
  for (const name of ['a.pdf', 'notes.txt', 'other.json']) {
    const before = readFileSync(here(name));
    expect(await run([here('a.pdf'), '--log', here(name)])).toMatchObject({
      code: 1,
      compressed: 0,
      err: expect.stringContaining('is no log'),
    });
    expect(readFileSync(here(name))).toEqual(before);
  }
  for (const _ of [1, 2])
    expect((await run([here('a.pdf'), '--again', '--log', here('run.log')])).code).toBe(0);
  expect(linesOf(readFileSync(here('run.log'), 'utf8'))).toHaveLength(2);
});

test('hidden files in a folder are no inputs, and a pattern that lets nothing through is named', async () => {
  await put({ 'in/._a.pdf': 'of macOS', 'in/.b.pdf': pdf, 'in/a.pdf': pdf });
  expect(await run([here('in'), '--json', '--dry-run'])).toMatchObject({ code: 0, compressed: 1 });
  const none = await run([here('in'), '--include', '[']);
  expect(none).toMatchObject({ code: 0, compressed: 0 });
  expect(none.err).toContain('There is no PDF in ');
  expect(none.err).toContain(' that --include and --exclude let through.');
});

test('several PDFs go to no name of one file, whether it exists or not', async () => {
  await put({ 'a.pdf': pdf, 'b.pdf': pdf, 'there.pdf': 'mine' });
  for (const name of ['there.pdf', 'new.pdf']) {
    const refused = await run([here('a.pdf'), here('b.pdf'), '-o', here(name)]);
    expect(refused).toMatchObject({ code: 2, compressed: 0 });
    expect(refused.err).toContain(`${name} names one file: several PDFs need a folder.`);
  }
  expect(readFileSync(here('there.pdf'), 'utf8')).toBe('mine');
});
