import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../project.mjs';
import { placesIn } from './places.mjs';

/**
 * @typedef {import('./places.mjs').Place & { readonly file: string }} SamplePlace
 * @typedef {{ readonly file: string, readonly line: string, readonly change: string, readonly nth?: number }} Row
 *   a place by the text of its line; `nth`, from 0: which of equal changes in equal lines, the first without it
 */

/** Sources without tables, compiled modules, texts and what tests are made of. */
const LEFT_OUT =
  /\.test\.ts$|^shared\/(testing|text|api)\/|-bytes\.ts$|(-data|-names|-strings|-texts|encodings)\.ts$|\.d\.ts$|simd\/|types\.ts$/;
/** The seed that the kept sample was drawn with. */
const KEPT_SEED = 20261126;

/** @returns {readonly string[]} paths of the core's sources and tests */
export function coreFiles() {
  return execFileSync('git', ['ls-files', 'shared/**.ts'], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);
}

/**
 * All places of the core, or of the sources whose path holds one of these parts.
 *
 * @param {readonly string[]} [paths]
 * @returns {readonly SamplePlace[]}
 */
export function allPlaces(paths = []) {
  return coreFiles()
    .filter(
      (file) => !LEFT_OUT.test(file) && (paths.length === 0 || paths.some((path) => file.includes(path))),
    )
    .flatMap(placesOf);
}

/**
 * The sample that is kept in `sample.json`: a change elsewhere leaves it as it is, so that its results can be compared. Places
 * whose line is gone are drawn anew.
 *
 * @returns {{ readonly places: readonly SamplePlace[], readonly drawnAnew: number }}
 */
export function keptSample() {
  /** @type {readonly Row[]} */
  const rows = JSON.parse(readFileSync(new URL('sample.json', import.meta.url), 'utf8'));
  const kept = rows.map(placeOfRow).filter((place) => place !== undefined);
  const known = new Set(kept.map(keyOf));
  const others = allPlaces().filter((place) => !known.has(keyOf(place)));
  const drawn = sampleOf(others, rows.length - kept.length, KEPT_SEED);
  return { places: [...kept, ...drawn], drawnAnew: drawn.length };
}

/**
 * @param {Row} row
 * @returns {SamplePlace | undefined}
 */
function placeOfRow({ file, line, change, nth = 0 }) {
  if (!existsSync(join(ROOT, file))) return undefined;
  return placesOf(file).filter((place) => place.kind === change && lineOf(place).text === line)[nth];
}

/**
 * @param {string} file
 * @returns {readonly SamplePlace[]}
 */
function placesOf(file) {
  return placesIn(readFileSync(join(ROOT, file), 'utf8')).map((place) => ({ file, ...place }));
}

/** @param {SamplePlace} place */
function keyOf({ file, start, kind }) {
  return `${file} ${start} ${kind}`;
}

/**
 * The line of a place: its number from 1, and its text without spaces around it.
 *
 * @param {{ readonly file: string, readonly start: number }} place
 */
export function lineOf({ file, start }) {
  const code = readFileSync(join(ROOT, file), 'utf8');
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
