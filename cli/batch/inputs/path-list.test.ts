import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pathsInList } from './path-list.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pagelight-list-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each<[what: string, text: string, isNulList: boolean, paths: readonly string[]]>([
  ['a byte order mark', '\ufeffa.pdf\r\nb.pdf\r\n', false, ['a.pdf', 'b.pdf']],
  ['a byte order mark in a list of one line', '\ufeffa.pdf', false, ['a.pdf']],
  ['nothing but a byte order mark', '\ufeff', false, []],
  ['a byte order mark that is not the first', 'a.pdf\n\ufeffb.pdf', false, ['a.pdf', '\ufeffb.pdf']],
  ['a byte order mark before names that end with NUL', '\ufeffa\nb.pdf\0c.pdf', true, ['a\nb.pdf', 'c.pdf']],
])('reads a list with %s', async (_, text, isNulList, paths) => {
  const list = join(folder, 'list');
  writeFileSync(list, text);
  const read: string[] = [];
  for await (const { path } of pathsInList(list, isNulList, new AbortController().signal)) read.push(path);
  expect(read).toEqual(paths);
});
