import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ROOT } from './project.mjs';

const WEB = join(ROOT, 'dist/web');

/** Bytes of script and style, gzipped, that must arrive before the page can be used. */
const FIRST_LOAD_BUDGET = 160_000;

/** A text of pdf-lib that minifying keeps. */
const PDF_LIB_MARK = 'Hopding/pdf-lib';

/**
 * @typedef {{
 *   readonly file: string,
 *   readonly css?: readonly string[],
 *   readonly imports?: readonly string[],
 * }} Chunk as in Vite's manifest, keyed by source
 */

/**
 * What is wrong with the built page: too heavy at first load, or the PDF library on the main thread.
 *
 * @returns {readonly string[]}
 */
export function pageWeightProblems() {
  const manifestFile = join(WEB, '.vite/manifest.json');
  if (!existsSync(manifestFile)) return ['dist/web/.vite/manifest.json is missing'];
  /** @type {Readonly<Record<string, Chunk>>} */
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
  const first = firstLoadFiles(manifest, 'index.html');

  const problems = [];
  const bytes = first.reduce((sum, file) => sum + gzipSync(readFileSync(join(WEB, file))).length, 0);
  if (bytes > FIRST_LOAD_BUDGET) {
    problems.push(`The first load is ${bytes} bytes gzipped; the budget is ${FIRST_LOAD_BUDGET}.`);
  }
  for (const file of first.filter(mentionsPdfLib)) problems.push(`${file} holds pdf-lib: only workers may.`);
  const scripts = readdirSync(join(WEB, 'assets')).map((name) => `assets/${name}`);
  if (!scripts.some(mentionsPdfLib)) {
    problems.push(`No script holds the text "${PDF_LIB_MARK}", so this check would not notice pdf-lib.`);
  }
  return problems;
}

/**
 * Scripts and styles that the page loads without being asked for more.
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

/** @param {string} file */
function mentionsPdfLib(file) {
  return file.endsWith('.js') && readFileSync(join(WEB, file), 'utf8').includes(PDF_LIB_MARK);
}
