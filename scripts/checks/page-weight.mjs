import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ROOT } from '../project.mjs';

const WEB = join(ROOT, 'dist/web');

/** Maximum bytes of scripts and styles, gzipped, before the page can be used. */
const FIRST_LOAD_BUDGET = 150_000;

/**
 * Maximum bytes of the engine as a browser loads it, by Brotli: the worker with the core, and all its codecs. What
 * only comparisons need (`comparison-*.js`) and the JPEG 2000 encoder are loaded when used.
 *
 * Bytes of the files themselves would mislead: the dictionary for reading Brotli is 122,000 as text, and 14,000 less
 * than the packed form once it has travelled.
 */
const ENGINE_BUDGET = 515_000;
const ENGINE_FILES = /^(compress\.worker|mozjpeg_dec|openjpeg|jbig2)-.*\.(js|wasm)\.br$/;

/** Texts that survive minifying, of code that only workers may contain. */
const MARKS = {
  'pdf-lib': 'Expected instance of ',
  'pdf.js': 'UnknownErrorException',
  mozjpeg: 'mozjpeg_dec.wasm',
};

/**
 * @typedef {{
 *   readonly file: string,
 *   readonly css?: readonly string[],
 *   readonly imports?: readonly string[],
 * }} Chunk as in Vite's manifest, keyed by source
 */

/**
 * @param {Readonly<Record<string, Chunk>>} manifest
 * @returns {string} the largest catalog script of those that the first load may need
 */
function largestWords(manifest) {
  const words = Object.entries(manifest)
    .filter(([source]) => /^text\/languages\/[^/]+\/first\.(ts|json)$/.test(source))
    .map(([, { file }]) => file);
  const bytes = (/** @type {string} */ file) => gzipSync(readFileSync(join(WEB, file))).length;
  return words.reduce((largest, file) => (bytes(file) > bytes(largest) ? file : largest));
}

/**
 * Reports problems of the built page: too large at first load or in total, or a PDF library on the main thread.
 *
 * @returns {readonly string[]}
 */
export function pageWeightProblems() {
  const manifestFile = join(WEB, '.vite/manifest.json');
  if (!existsSync(manifestFile)) return ['dist/web/.vite/manifest.json is missing'];
  /** @type {Readonly<Record<string, Chunk>>} */
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
  // The page waits for the catalog of its language, one script of several: the largest counts.
  const first = [...firstLoadFiles(manifest, 'index.html'), largestWords(manifest)];

  const problems = [];
  const bytes = first.reduce((sum, file) => sum + gzipSync(readFileSync(join(WEB, file))).length, 0);
  if (bytes > FIRST_LOAD_BUDGET) {
    problems.push(`The first load is ${bytes} bytes gzipped; the budget is ${FIRST_LOAD_BUDGET}.`);
  }
  const assets = readdirSync(join(WEB, 'assets'));
  for (const [name, mark] of Object.entries(MARKS)) {
    for (const file of first)
      if (mentions(file, mark)) problems.push(`${file} holds ${name}: only workers may.`);
    if (!assets.some((asset) => mentions(`assets/${asset}`, mark))) {
      problems.push(`No script holds the text "${mark}", so this check would not notice ${name}.`);
    }
  }
  return [...problems, ...engineProblems(assets)];
}

/**
 * Scripts and styles that load without an `import()`.
 *
 * @param {Readonly<Record<string, Chunk>>} manifest
 * @param {string} entry
 */
export function firstLoadFiles(manifest, entry) {
  const files = new Set();
  const seen = new Set();
  const waiting = [entry];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (seen.has(key)) continue;
    seen.add(key);
    const { file, css = [], imports = [] } = manifest[key];
    for (const name of [file, ...css]) files.add(name);
    waiting.push(...imports);
  }
  return [...files];
}

/** @param {readonly string[]} assets */
function engineProblems(assets) {
  const engine = assets.filter((name) => ENGINE_FILES.test(name));
  if (engine.length < 4)
    return [`The engine should be a worker and three codecs, but is ${engine.join(', ')}.`];
  const bytes = engine.reduce((sum, name) => sum + statSync(join(WEB, 'assets', name)).size, 0);
  return bytes > ENGINE_BUDGET
    ? [`The engine is ${bytes} bytes by Brotli; the budget is ${ENGINE_BUDGET}.`]
    : [];
}

/**
 * @param {string} file
 * @param {string} mark
 */
function mentions(file, mark) {
  return file.endsWith('.js') && readFileSync(join(WEB, file), 'utf8').includes(mark);
}
