import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { listedPath, namedPaths } from './named-paths.ts';

test('folders of one last name get as many names as tell them apart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pagelight-named-'));
  const paths = ['2023/scans', '2024/scans', 'old/2024/scans', 'letters'].map((path) => join(folder, path));
  for (const path of paths) mkdirSync(path, { recursive: true });
  expect(namedPaths(paths).map(({ place }) => place)).toEqual([
    join('2023', 'scans'),
    join(folder.split(/[\\/]/).at(-1)!, '2024', 'scans'),
    join('old', '2024', 'scans'),
    'letters',
  ]);
  expect(namedPaths([paths[0]!])).toEqual([{ path: paths[0], place: '' }]);
  expect(namedPaths([paths[0]!, `${paths[0]!}/`]).map(({ place }) => place)).toEqual(['', '']);
  await rm(folder, { recursive: true });
});

test.each([
  ['in/a.pdf', join('in', 'a.pdf')],
  ['./in/../b.pdf', 'b.pdf'],
  [resolve('/archive/c.pdf'), join('archive', 'c.pdf')],
])('a listed path keeps its folders: %s', (path, place) => {
  expect(listedPath(path)).toEqual({ path, place });
});

test('a listed path outside of this folder stays within the results', () => {
  expect(listedPath('../d.pdf').place).toBe(resolve('../d.pdf').replace(/^([A-Z]:)?[\\/]/, ''));
});
