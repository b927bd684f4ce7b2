import { expect, test } from 'vitest';
import { withReplacements } from './pdfjs-build.ts';

const BUNDLE = 'head\n;// ./src/a.js\nA of A\n;// ./src/editor/b.js\nB\n;// ./src/editor/c.js\nC\n';

test('parts of a bundle are left out by their path, or pieces of a part', () => {
  const replacements = [
    [/a\.js$/, / of A$/gm],
    [/b\.js$/, 'class B {}'],
    [/^\.\/src\/editor\//, ''],
  ] as const;
  expect(withReplacements(BUNDLE, replacements).split('\n').filter(Boolean)).toEqual([
    'head',
    'A',
    'class B {}',
  ]);
});

test('a part that another version no longer has stops the build', () => {
  expect(() => withReplacements(BUNDLE, [[/d\.js$/, '']])).toThrow('no part d\\.js$ to leave out');
});
