import { writeFileSync } from 'node:fs';
import { link, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { folderPlace } from './folder-place.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pagelight-place-'));
});
afterEach(() => rm(folder, { recursive: true }));

const SMALLER = new TextEncoder().encode('small');
const original = () => join(folder, 'a.pdf');
const content = () => readFile(original(), 'utf8');

/** Reads the original and writes its replacement, with a change before. */
async function replaced(meanwhile: () => Promise<unknown>): Promise<void> {
  await writeFile(original(), 'the original');
  const place = folderPlace(folder);
  const { version, attributes } = (await place.read('a.pdf'))!;
  await meanwhile();
  await place.write('a.pdf', { pieces: [SMALLER], sha256: '', attributes, replaces: version });
}

test('an original is replaced, and keeps its time', async () => {
  const time = new Date('2020-01-02T03:04:05Z');
  await writeFile(original(), '');
  await utimes(original(), time, time);
  const place = folderPlace(folder);
  const { version, attributes } = (await place.read('a.pdf'))!;
  await place.write('a.pdf', { pieces: [SMALLER], sha256: '', attributes, replaces: version });
  expect([await content(), (await stat(original())).mtime]).toEqual(['small', time]);
});

test.each([
  ['was written again', () => writeFile(original(), 'something longer'), 'something longer'],
  [
    'has another time and the same size',
    () => utimes(original(), new Date(1e12), new Date(1e12)),
    'the original',
  ],
])('an original that %s meanwhile stays as it is', async (_, meanwhile, stays) => {
  await expect(replaced(meanwhile)).rejects.toMatchObject({ code: 'modified_concurrently' });
  expect([await content(), await readdir(folder)]).toEqual([stays, ['a.pdf']]);
});

test('an original that is changed while its replacement is written stays as it is', async () => {
  await writeFile(original(), 'the original');
  const place = folderPlace(folder);
  const { version, attributes } = (await place.read('a.pdf'))!;
  const pieces = Object.assign([SMALLER], {
    *[Symbol.iterator]() {
      writeFileSync(original(), 'something longer');
      yield SMALLER;
    },
  });
  const write = place.write('a.pdf', { pieces, sha256: '', attributes, replaces: version });
  await expect(write).rejects.toMatchObject({ code: 'modified_concurrently' });
  expect([await content(), await readdir(folder)]).toEqual(['something longer', ['a.pdf']]);
});

test('an original that has gone meanwhile stays away', async () => {
  await expect(replaced(() => rm(original()))).rejects.toMatchObject({ code: 'modified_concurrently' });
  expect(await readdir(folder)).toEqual([]);
});

test('an original with a second name is not parted from it', async () => {
  const other = join(folder, 'b.pdf');
  await writeFile(original(), 'the original');
  await link(original(), other);
  const place = folderPlace(folder);
  const { version, attributes } = (await place.read('a.pdf'))!;
  const write = place.write('a.pdf', { pieces: [SMALLER], sha256: '', attributes, replaces: version });
  await expect(write).rejects.toMatchObject({ code: 'hard_linked' });
  expect(await content()).toBe('the original');
});

test('a result is never written over a file that is not its own', async () => {
  await writeFile(original(), 'mine');
  const object = { pieces: [SMALLER], sha256: '', attributes: {} };
  await expect(folderPlace(folder).write('a.pdf', object)).rejects.toMatchObject({ code: 'output_exists' });
  expect(await content()).toBe('mine');
  await folderPlace(folder).write('a.pdf', { ...object, mayReplace: true });
  expect(await content()).toBe('small');
});
