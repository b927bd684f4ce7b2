import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ROOT } from '../../project.mjs';

const IMPORTS = /(?:from\s+|import\s*\(?\s*)'(\.{1,2}\/[^']+)'/g;
const MAX_NEARBY = 8;
/** Tests of a whole pass, by their names or by words that they share with a source, however far away. */
const MAX_NAMED = 3;
/** Whole documents, by which most of the core is seen. */
const WHOLE = ['shared/compress.test.ts', 'shared/fuzz.test.ts'];
/** Words of paths that say little about a subject, without a plural's s. */
const COMMON = new Set('shared passe codec job test image'.split(' '));
/** Names the built programs for tests, which a fault in the sources does not reach. */
const BUILT = 'library/testing/built.ts';

/**
 * For each source the tests that import it: nearest first, by the number of imports between, then by the words of the
 * source's path that a test uses, then by the folder; then further ones that use most of these words.
 *
 * @param {readonly string[]} files paths in the checkout, tests with them
 * @returns {(file: string) => readonly string[]}
 */
export function nearbyTests(files) {
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  /** @type {Map<string, readonly string[]>} */
  const words = new Map();
  for (const file of files) {
    const text = readFileSync(join(ROOT, file), 'utf8');
    if (file.endsWith('.test.ts')) words.set(file, wordsOf(`${file} ${text}`));
    for (const [, path] of text.matchAll(IMPORTS)) {
      const target = join(dirname(file), path);
      const known = importers.get(target);
      if (known === undefined) importers.set(target, [file]);
      else known.push(file);
    }
  }
  const ofPrograms = distancesFrom(BUILT, importers);
  return (file) => {
    const distances = distancesFrom(file, importers);
    const whole = file.startsWith('shared/') ? WHOLE : [];
    const subject = new Set(wordsOf(file.replace(/\.ts$/, '')));
    const tests = [...distances]
      .filter(([name]) => name.endsWith('.test.ts') && !whole.includes(name) && !ofPrograms.has(name))
      .map(([name, distance]) => ({
        name,
        distance,
        shared: sharedWords(subject, words.get(name) ?? [], name),
        far: relative(dirname(file), name).split('/').length,
      }));
    const byName = (/** @type {{ name: string }} */ a, /** @type {{ name: string }} */ b) =>
      a.name < b.name ? -1 : 1;
    tests.sort((a, b) => a.distance - b.distance || b.shared - a.shared || a.far - b.far || byName(a, b));
    const nearest = tests.slice(0, MAX_NEARBY);
    const further = tests
      .slice(MAX_NEARBY)
      .sort((a, b) => b.shared - a.shared || a.distance - b.distance || byName(a, b))
      .slice(0, MAX_NAMED);
    return [...[...nearest, ...further].map(({ name }) => name), ...whole];
  };
}

/**
 * The number of imports between a file and each one that imports it.
 *
 * @param {string} file
 * @param {ReadonlyMap<string, readonly string[]>} importers
 */
function distancesFrom(file, importers) {
  const distances = new Map([[file, 0]]);
  for (const [each, distance] of distances) {
    for (const importer of importers.get(each) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1);
  }
  return distances;
}

/**
 * The words of paths and names: `drawingUnits` and `drawing-units.ts` share two.
 *
 * @param {string} text
 */
function wordsOf(text) {
  const words = text.match(/[A-Z]?[a-z]{3,}|[a-z]+\d+/g) ?? [];
  return words.map((word) => word.toLowerCase().replace(/s$/, '')).filter((word) => !COMMON.has(word));
}

/**
 * How much a test is about a source: the share of its words, in per cent, that are the source's; its name counts most.
 *
 * @param {ReadonlySet<string>} subject
 * @param {readonly string[]} words
 * @param {string} name
 */
function sharedWords(subject, words, name) {
  const named = new Set(wordsOf(name).filter((word) => subject.has(word))).size;
  const used = words.filter((word) => subject.has(word)).length;
  return named * 10 + (100 * used) / Math.max(words.length, 1);
}
