import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { albumFile } from '../../shared/testing/documents/album-file.ts';
import { dividedFile } from '../../shared/testing/documents/divided-file.ts';
import { smallPdf } from '../../shared/testing/documents/small-pdf.ts';
import { pagelightIn } from '../testing/in-folder.ts';

let pdf: Uint8Array;
let album: Uint8Array;
beforeAll(async () => {
  pdf = await smallPdf();
  album = await albumFile(1);
});
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pagelight-over-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const here = (...names: readonly string[]) => join(folder, ...names);
const pagelight = (...args: readonly string[]) =>
  pagelightIn({ folder, stateFolder: here('.state'), input: pdf }, args);

async function put(files: Readonly<Record<string, Uint8Array | string>>): Promise<void> {
  for (const [name, bytes] of Object.entries(files)) {
    await mkdir(dirname(here(name)), { recursive: true });
    await writeFile(here(name), bytes);
  }
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
/** Names and digests of all files except the ledger's. */
function tree(): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('.state') && statSync(here(name)).isFile())
    .sort();
  return Object.fromEntries(names.map((name) => [name, sha256(readFileSync(here(name)))]));
}
const linesOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

describe('what is there already', () => {
  test("somebody's own file in the place of a result stays, and the others are done", async () => {
    await put({ 'm/menu.pdf': pdf, 'm/menu-light.pdf': album, 'm/b.pdf': pdf });
    const before = tree();
    const done = await pagelight('-r', 'm', '--json');
    expect(done.code).toBe(1);
    const byName = Object.fromEntries(linesOf(done.out).map((line) => [line.file, line]));
    expect(byName['m/menu.pdf']).toMatchObject({
      status: 'failed',
      problem: {
        code: 'output_exists',
        detail: expect.stringMatching(/no result of ours: --force .* --suffix or -o/),
      },
    });
    // It was taken for a result because of its name, and never compressed.
    expect(byName['m/menu-light.pdf']).toMatchObject({ status: 'smaller', output: 'm/menu-light-light.pdf' });
    expect(tree()).toMatchObject(before);

    expect(await pagelight('m/menu.pdf')).toMatchObject({ code: 1, err: expect.stringContaining('--force') });
    expect((await pagelight('m/menu.pdf', '--suffix', '-s')).code).toBe(0);
    expect(tree()).toMatchObject(before);
    expect(Object.keys(tree())).toContain('m/menu-s.pdf');
    expect((await pagelight('m/menu.pdf', '--force')).code).toBe(0);
    expect(tree()['m/menu-light.pdf']).toBe(tree()['m/menu-s.pdf']);
  });

  test('the same in another folder, under a name, from a pipe, for compress, and for a receipt', async () => {
    await put({
      'a.pdf': pdf,
      'out/a.pdf': 'mine',
      'named.pdf': 'mine',
      'a-light.receipt.json': '{"mine": 1}',
    });
    const before = tree();
    for (const args of [
      ['a.pdf', '-o', 'out'],
      ['a.pdf', '-o', 'named.pdf'],
      ['compress', 'a.pdf', 'named.pdf'],
      ['compress', 'a.pdf', 'new.pdf', '--receipt', 'a-light.receipt.json'],
      ['a.pdf', '--receipt'],
      ['-', '-o', 'named.pdf'],
    ])
      expect(await pagelight(...args)).toMatchObject({
        code: 1,
        err: expect.stringContaining('is there already'),
      });
    expect(tree()).toEqual(before);
    expect((await pagelight('compress', 'a.pdf', 'named.pdf', '--force')).code).toBe(0);
    expect((await pagelight('compress', 'a.pdf', 'named.pdf', '--quality', '40')).code).toBe(0);
  });

  test('results of ours are replaced, and are no inputs: *.pdf works the second time', async () => {
    await put({ 'a.pdf': pdf, 'b.pdf': album });
    expect((await pagelight('a.pdf', 'b.pdf')).code).toBe(0);
    const after = tree();
    const again = await pagelight(...Object.keys(after), '--quality', '30', '--json');
    expect(again).toMatchObject({ code: 0, err: '' });
    expect(
      linesOf(again.out)
        .map(({ file }) => file)
        .sort(),
    ).toEqual(['a.pdf', 'b.pdf']);
    expect(Object.keys(tree())).toEqual(Object.keys(after));
    // Changed by the user since: now it is their file.
    await put({ 'a-light.pdf': 'a note of mine' });
    expect((await pagelight('a.pdf', '--quality', '20')).code).toBe(1);
    expect(readFileSync(here('a-light.pdf'), 'utf8')).toBe('a note of mine');
  });

  test('a result is known by its receipt where nothing is remembered, and is never written over by that of another PDF', async () => {
    await put({ 'a.pdf': album, 'sub/a.pdf': pdf });
    expect((await pagelight('a.pdf', '-o', 'out', '--receipt')).code).toBe(0);
    await rm(here('.state'), { recursive: true });
    expect((await pagelight('a.pdf', '-o', 'out', '--quality', '40', '--receipt')).code).toBe(0);
    const before = tree();
    const other = await pagelight('sub/a.pdf', '-o', 'out');
    expect(other).toMatchObject({ code: 1, err: expect.stringContaining('is the result of') });
    expect(tree()).toEqual(before);
  });

  test('parts are results too, and those of an earlier run are named', async () => {
    await put({ 'sp/a.pdf': dividedFile(5) });
    expect((await pagelight('sp/a.pdf', '--split', '15KB', '--quality', '90')).code).toBe(0);
    const first = Object.keys(tree()).filter((name) => name.includes('-light-'));
    expect(first.length).toBeGreaterThan(2);
    const second = await pagelight('sp/a.pdf', '--split', '30KB', '--quality', '90');
    expect(second).toMatchObject({
      code: 0,
      out: expect.stringContaining('Still there from an earlier run: '),
    });
    const third = await pagelight('-r', 'sp', '--split', '30KB', '--quality', '90', '--json');
    expect(linesOf(third.out).map(({ file }) => file)).toEqual(['sp/a.pdf']);

    const [part = ''] = first;
    await put({ [part]: 'mine' });
    const before = tree();
    expect((await pagelight('sp/a.pdf', '--split', '15KB', '--quality', '90')).code).toBe(1);
    expect(tree()).toEqual(before);
  });

  test('what cannot be made smaller gets no second copy, but in a whole tree', async () => {
    await put({ 'a.pdf': pdf });
    await pagelight('a.pdf', '--in-place');
    const done = await pagelight('a.pdf', '--receipt');
    expect(done).toMatchObject({ code: 0, out: 'a.pdf: unchanged, nothing could be saved\n' });
    expect(Object.keys(tree())).toEqual(['a.pdf', 'a.receipt.json']);
    const copied = await pagelight('a.pdf', '-o', 'out');
    expect(copied.out).toBe('a.pdf → out/a.pdf: unchanged, nothing could be saved; it was copied as it is\n');
    expect(tree()['out/a.pdf']).toBe(tree()['a.pdf']);
  });

  test('a receipt of a smaller file outlives all later ones', async () => {
    await put({ 'rr/a.pdf': album });
    const receipt = () => JSON.parse(readFileSync(here('rr/a.receipt.json'), 'utf8'));
    await pagelight('-r', 'rr', '--in-place', '--receipt');
    const first = receipt();
    expect(first.input.size).toBe(album.length);
    const again = await pagelight('-r', 'rr', '--in-place', '--receipt', '--again', '--json');
    expect(linesOf(again.out)).toMatchObject([{ status: 'unchanged', receipt: 'rr/a.receipt.json' }]);
    expect(receipt()).toEqual(first);
    const softer = await pagelight('-r', 'rr', '--in-place', '--receipt', '--quality', '10', '--json');
    expect(linesOf(softer.out)).toMatchObject([{ status: 'smaller', receipt: 'rr/a.receipt-2.json' }]);
    expect(receipt()).toEqual(first);
    await put({ 'original.pdf': album });
    const verified = JSON.parse(readFileSync(here('rr/a.receipt-2.json'), 'utf8'));
    expect([verified.input.sha256, verified.output.sha256]).toEqual([
      first.output.sha256,
      tree()['rr/a.pdf'],
    ]);
  });
});

test('a resumed run names its results, for each folder of results of its own', async () => {
  await put({ 'in/a.pdf': pdf, 'in/b.pdf': album });
  const into = async (out: string) => linesOf((await pagelight('-r', 'in', '-o', out, '--json')).out);
  await into('A');
  await into('B');
  const again = await into('A');
  expect(again.map(({ status }) => status)).toEqual(['skipped', 'skipped']);
  for (const { output, outputSize } of again) expect(statSync(here(output)).size).toBe(outputSize);
  // Another file of the same length is not the result.
  const { length } = readFileSync(here('A/a.pdf'));
  await put({ 'A/a.pdf': new Uint8Array(length) });
  const third = await into('A');
  expect(third.find(({ file }) => file === 'in/a.pdf')).toMatchObject({ problem: { code: 'output_exists' } });
});

test('what an ended run left half written in a tree of originals is taken away', async () => {
  await put({ 'in/deep/a.pdf': pdf });
  const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 6);
  const { pid: ended } = spawnSync(process.execPath, ['-e', '']);
  await put({ [`kept/deep/.pagelight-${host}-${ended}-0123456789ab.part`]: 'half' });
  expect((await pagelight('-r', 'in', '--in-place', '--backup', 'kept')).code).toBe(0);
  expect(Object.keys(tree())).toEqual(['in/deep/a.pdf', 'kept/deep/a.pdf']);
});
