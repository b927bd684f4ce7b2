import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../../', import.meta.url);

interface Row {
  readonly file: string;
  readonly name: string;
}

/** A row ends with the file of its test, and the test's name. */
function rows(): readonly Row[] {
  const page = readFileSync(new URL('POINTS.md', import.meta.url), 'utf8');
  return [...page.matchAll(/\| `([\w./-]+\.(?:test|spec)\.tsx?)`: (.+) \|$/gm)].map(([, file, name]) => ({
    file: file!,
    name: name!,
  }));
}

test('every point names a test that there is', () => {
  const gone = rows().filter(({ file, name }) => !readFileSync(new URL(file, ROOT), 'utf8').includes(name));
  expect(gone).toEqual([]);
});

test('the points are numbered, none of the first 37 is gone, and each attack has its row', () => {
  const page = readFileSync(new URL('POINTS.md', import.meta.url), 'utf8');
  const numbers = [...page.matchAll(/^\| (\d+) \|/gm)].map(([, number]) => Number(number));
  expect(numbers).toEqual(Array.from({ length: Math.max(37, numbers.length) }, (_, index) => index + 1));
  const lines = page.split('\n').filter((line) => /^\| (?!\||point|attack)/.test(line));
  expect(rows()).toHaveLength(lines.length);
});
