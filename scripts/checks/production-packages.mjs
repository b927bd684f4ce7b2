import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../project.mjs';
import { importsOf } from './boundaries.mjs';

const SERVER = join(ROOT, 'dist/server');

/** Relative imports of a script with this prefix are the build's own. */
const BUILT_FOLDER = 'built/';
const BUILT_SCRIPT = 'built/server/any/script.js';
const PACKAGE = /^(@[^/]+\/)?[^/]+/;

/** Optional packages: the server reports when one is missing. */
const OPTIONAL = new Set(['@embedpdf/pdfium']);

/**
 * Packages that the built server imports and `npm ci --omit=dev` does not install.
 *
 * @returns {readonly string[]}
 */
export function productionPackageProblems() {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const scripts = readdirSync(SERVER, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  );
  if (scripts.length === 0) return ['dist/server holds no script to check.'];
  const installed = new Set(Object.keys(dependencies));
  return scripts.flatMap((name) => missingPackages(readFileSync(join(SERVER, name), 'utf8'), installed));
}

/**
 * @param {string} source of a built script
 * @param {ReadonlySet<string>} dependencies by name
 * @returns {readonly string[]} a sentence for each package that is missing
 */
export function missingPackages(source, dependencies) {
  return importsOf(BUILT_SCRIPT, source)
    .filter(({ target }) => !target.startsWith(BUILT_FOLDER) && !isBuiltin(target))
    .map(({ target }) => PACKAGE.exec(target)?.[0] ?? target)
    .filter((name) => !OPTIONAL.has(name) && !dependencies.has(name))
    .map((name) => `The built server imports ${name}, which is no dependency of production.`);
}
