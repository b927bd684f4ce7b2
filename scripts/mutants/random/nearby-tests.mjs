import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ROOT } from '../../project.mjs';

const IMPORTS = /(?:from\s+|import\s*\(?\s*)'(\.{1,2}\/[^']+)'/g;
const MAX_NEARBY = 8;
/** Whole documents, by which most of the core is seen. */
const WHOLE = ['shared/compress.test.ts', 'shared/fuzz.test.ts'];

/**
 * For each source the tests that import it, nearest first: by the number of imports between, then by the folder.
 *
 * @param {readonly string[]} files paths in the checkout, tests with them
 * @returns {(file: string) => readonly string[]}
 */
export function nearbyTests(files) {
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  for (const file of files) {
    for (const [, path] of readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORTS)) {
      const target = join(dirname(file), path);
      const known = importers.get(target);
      if (known === undefined) importers.set(target, [file]);
      else known.push(file);
    }
  }
  return (file) => {
    const distances = new Map([[file, 0]]);
    for (const [each, distance] of distances) {
      for (const importer of importers.get(each) ?? [])
        if (!distances.has(importer)) distances.set(importer, distance + 1);
    }
    const tests = [...distances].filter(([name]) => name.endsWith('.test.ts') && !WHOLE.includes(name));
    const far = (/** @type {string} */ name) => relative(dirname(file), name).split('/').length;
    tests.sort(([a, one], [b, other]) => one - other || far(a) - far(b) || (a < b ? -1 : 1));
    return [...tests.slice(0, MAX_NEARBY).map(([name]) => name), ...WHOLE];
  };
}
