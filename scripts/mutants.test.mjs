import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { linesOfDiff } from './mutants/random/sample.mjs';
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

test('a change is taken as it is written', () => {
  const change = { file: '', text: '$1.00', becomes: "$& $' $$" };
  expect(changed('a $1.00 b', change)).toBe("a $& $' $$ b");
});

test('faults of a branch are planted on its new lines', () => {
  const diff = `diff --git a/A-NAME.css b/A-NAME.css
--- a/A-NAME.css
+++ b/A-NAME.css
@@ -3 +3 @@ function f() {
-  return 1;
+  return 2;
@@ -9,2 +8,0 @@
-  gone();
-  gone();
@@ -20,0 +20,3 @@
+one
+two
+three
diff --git a/B-NAME.css b/B-NAME.css
--- a/B-NAME.css
+++ /dev/null
@@ -1,2 +0,0 @@
-x
-y
`;
  expect(linesOfDiff(diff)).toEqual(
    new Map([
      [
        'A-NAME.css',
        [
          [3, 3],
          [20, 22],
        ],
      ],
    ]),
  );
});
