import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { staleSurvivors } from './mutants/random/survivors.mjs';
import { ROOMS_WITHOUT_FAULTS, roomOfFile } from './mutants/rooms.mjs';
import { changed } from './mutants/session.mjs';
import { MUTATED_FILES, staleMutants } from './mutants/table.mjs';
import { ROOT } from './project.mjs';

test('every change of the table fits the sources', () => {
  expect(staleMutants(MUTATED_FILES)).toEqual([]);
});

test('its files are there, each once, and so are their tests', () => {
  const files = MUTATED_FILES.map(({ file }) => file);
  expect(new Set(files).size).toBe(files.length);
  const paths = [...files, ...MUTATED_FILES.flatMap(({ tests }) => tests)];
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test('no two changes of a file are called the same', () => {
  const names = MUTATED_FILES.flatMap(({ file, mutants }) => mutants.map(({ name }) => `${file}: ${name}`));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('a text that is gone, stands there twice or does not change is stale', () => {
  const mutants = [
    { name: 'gone', text: 'no such text in this file', becomes: '' },
    { name: 'twice', text: 'import ', becomes: '' },
    { name: 'the same', text: 'class MutantSession', becomes: 'class MutantSession' },
    { name: 'fits', text: 'class MutantSession', becomes: 'class Other' },
  ];
  const stale = staleMutants([{ file: 'scripts/mutants/session.mjs', tests: [], mutants }]);
  expect(stale).toHaveLength(3);
  expect(stale.join()).not.toContain('fits');
});

test('every random fault that may survive fits the sources', () => {
  expect(staleSurvivors()).toEqual([]);
});

test('a change is taken as it is written', () => {
  const change = { file: '', text: '$1.00', becomes: "$& $' $$" };
  expect(changed('a $1.00 b', change)).toBe("a $& $' $$ b");
});

test('every room has its own faults in the table, or says why not', () => {
  const sources = execFileSync('git', ['ls-files', 'shared', 'web', 'server', 'cli', 'library'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\/|\.d\.ts$/.test(file));
  const rooms = new Set(sources.map(roomOfFile).filter((room) => room !== undefined));
  const tried = new Set(MUTATED_FILES.map(({ file }) => roomOfFile(file)));
  const named = new Set(Object.keys(ROOMS_WITHOUT_FAULTS));
  expect([...rooms].filter((room) => !tried.has(room) && !named.has(room))).toEqual([]);
  // A reason that is no longer needed would hide a room that lost its faults.
  expect([...named].filter((room) => tried.has(room) || !rooms.has(room))).toEqual([]);
});
