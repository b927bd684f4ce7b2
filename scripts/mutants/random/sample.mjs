import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal, ROOT } from '../../project.mjs';
import { placesIn } from './places.mjs';

/**
 * @typedef {import('./places.mjs').Place & { readonly file: string }} SamplePlace
 * @typedef {ReadonlyMap<string, readonly (readonly [first: number, last: number])[]>} ChangedLines by file, from 1
 */

/** Sources without tables, compiled modules, texts and what tests are made of. */
const LEFT_OUT =
  /\.test\.ts$|(^|\/)(testing|text|checks|languages)\/|^shared\/api\/|-bytes\.ts$|(-data|-names|-strings|-texts|encodings)\.ts$|\.d\.ts$|simd\/|types\.ts$/;

/** @returns {readonly string[]} paths of the sources and tests of every room but components, which a browser tests */
export function sourceFiles() {
  return git(
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    'shared',
    'cli',
    'library',
    'server',
    'web',
  )
    .split('\n')
    .filter((file) => file.endsWith('.ts'));
}

/**
 * All places, or those of sources whose path holds one of these parts.
 *
 * @param {readonly string[]} [paths]
 * @returns {readonly SamplePlace[]}
 */
export function allPlaces(paths = []) {
  return sourceFiles()
    .filter(
      (file) => !LEFT_OUT.test(file) && (paths.length === 0 || paths.some((path) => file.includes(path))),
    )
    .flatMap((file) => placesIn(read(file)).map((place) => ({ file, ...place })));
}

/**
 * Whether a place is on one of the lines.
 *
 * @param {SamplePlace} place
 * @param {ChangedLines} lines
 */
export function isOn(place, lines) {
  const ranges = lines.get(place.file);
  if (ranges === undefined) return false;
  const { number } = lineOf(place);
  return ranges.some(([first, last]) => first <= number && number <= last);
}

/**
 * The lines that this branch and the working tree changed since they left another branch.
 *
 * @param {string} base name of the other branch
 * @returns {ChangedLines}
 */
export function linesChangedSince(base) {
  const from = git('merge-base', base, 'HEAD').trim();
  const added = git('ls-files', '--others', '--exclude-standard').split('\n').filter(Boolean);
  return new Map([
    ...linesOfDiff(git('diff', '--unified=0', '--no-renames', '--no-ext-diff', from)),
    ...added.map((file) => /** @type {const} */ ([file, [[1, Number.POSITIVE_INFINITY]]])),
  ]);
}

/**
 * The new lines of a diff without context.
 *
 * @param {string} diff
 * @returns {ChangedLines}
 */
export function linesOfDiff(diff) {
  /** @type {Map<string, [number, number][]>} */
  const lines = new Map();
  let file = '';
  for (const line of diff.split('\n')) {
    if (line.startsWith('+++ ')) file = line.replace(/^\+\+\+ (b\/)?/, '');
    const [, first, count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    if (first === undefined || count === '0') continue;
    const ranges = lines.get(file) ?? [];
    ranges.push([Number(first), Number(first) + Number(count) - 1]);
    lines.set(file, ranges);
  }
  return lines;
}

/**
 * The line of a place: its number from 1, and its text without spaces around it.
 *
 * @param {{ readonly file: string, readonly start: number }} place
 */
export function lineOf({ file, start }) {
  const code = read(file);
  const number = code.slice(0, start).split('\n').length;
  return { number, text: code.split('\n')[number - 1].trim() };
}

/**
 * The same places for the same seed and sources.
 *
 * @template Item
 * @param {readonly Item[]} items
 * @param {number} count
 * @param {number} seed
 */
export function sampleOf(items, count, seed) {
  const left = [...items];
  let state = seed >>> 0;
  const chosen = [];
  while (chosen.length < count && left.length > 0) {
    // A linear congruential generator (Numerical Recipes); its high bits.
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const at = Math.floor((state / 2 ** 32) * left.length);
    chosen.push(left[at]);
    left[at] = left[left.length - 1];
    left.pop();
  }
  return chosen;
}

/** @param {string} file */
function read(file) {
  return readFileSync(join(ROOT, file), 'utf8');
}

/** @param {readonly string[]} args */
function git(...args) {
  try {
    return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28 });
  } catch (error) {
    throw new Refusal(`git ${args[0]} failed: ${error instanceof Error ? error.message : error}`);
  }
}
