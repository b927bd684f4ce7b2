import { expect, test } from 'vitest';
import { namedPathProblems } from './named-paths.mjs';

const problems = (/** @type {Record<string, string>} */ files) =>
  namedPathProblems(Object.keys(files), (file) => files[file]);

test('a file may be named whole or from any of its folders on', () => {
  const text = 'See `shared/pdf/read/open.ts`, `read/open.ts` and (open.ts).';
  expect(problems({ 'shared/pdf/read/open.ts': '', 'docs/a.md': text })).toEqual([]);
});

test('a name that no file has is a problem, in documents and in comments', () => {
  expect(problems({ 'docs/a.md': 'in `pdf/gone.ts`', 'shared/b.ts': '// see gone.mjs\n' })).toEqual([
    'docs/a.md names pdf/gone.ts, which does not exist',
    'shared/b.ts names gone.mjs, which does not exist',
  ]);
});

test('a name in a drawing is one, too', () => {
  expect(problems({ 'docs/a.svg': '<text>gone.ts: what it did</text>' })).toEqual([
    'docs/a.svg names gone.ts, which does not exist',
  ]);
});

test('links of documents lead to a file or a folder', () => {
  const text =
    '[a](../shared/README.md) [b](../shared) [c](lost.md) [d](https://example.com/x.md) [e](#here)';
  expect(problems({ 'docs/a.md': text, 'shared/README.md': '' })).toEqual([
    'docs/a.md names lost.md, which does not exist',
  ]);
});

test('history keeps the names of its day', () => {
  expect(problems({ 'docs/CHANGELOG.md': 'was `gone.ts`' })).toEqual([]);
});
