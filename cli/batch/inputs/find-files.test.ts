import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FoundFile, findFiles } from './find-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pagelight-find-'));
  for (const name of ['a', 'b', 'c']) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, `${name}.pdf`), name);
  }
});
afterEach(() => rm(folder, { recursive: true }));

const walk = (signal?: AbortSignal): AsyncGenerator<FoundFile> =>
  findFiles(
    [{ path: folder, place: '' }],
    { isRecursive: true, except: [] },
    { ...(signal && { signal }), onTrouble: (sentence) => expect.unreachable(sentence) },
  );

test('the first PDF comes before the other folders are read, and what is gone by then is passed over', async () => {
  const files = walk();
  expect((await files.next()).value).toMatchObject({ place: join('a', 'a.pdf'), bytes: 1 });
  await rm(join(folder, 'b', 'b.pdf'));
  await writeFile(join(folder, 'c', 'new.pdf'), 'new');
  const rest: string[] = [];
  for await (const { place } of files) rest.push(place);
  expect(rest).toEqual([join('c', 'c.pdf'), join('c', 'new.pdf')]);
});

test('an abort is heard between two folders', async () => {
  const ending = new AbortController();
  const files = walk(ending.signal);
  await files.next();
  ending.abort(new Error('ended'));
  await expect(files.next()).rejects.toThrow('ended');
});
