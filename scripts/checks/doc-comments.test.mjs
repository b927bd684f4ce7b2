import { expect, test } from 'vitest';
import { docCommentProblems, ownDocCommentProblems } from './doc-comments.mjs';

test('every comment of ours names its actor and begins with a verb or a noun', () => {
  expect(ownDocCommentProblems()).toEqual([]);
});

test.each([
  ['/** O', 'f both files. */'],
  ['/**\n * Wh', 'at a page shows. */'],
  ['  /** Wi', 'th a limit. */'],
  ['const a = 1; // of no', 'body'],
  ['/** Called once some', 'body looks. */'],
])('reports %s%s', (start, end) => {
  expect(docCommentProblems('a.ts', `\n${start}${end}`)).toHaveLength(1);
});

test.each([
  '/** Returns what a page shows. */',
  '// With less, people ask why.',
  "const nobody = 'nobody';",
  '/** `nobody` for none. */',
])('lets pass %s', (source) => {
  expect(docCommentProblems('a.ts', source)).toEqual([]);
});
