import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { announced } from './progress.mjs';
import { Refusal, ROOT, runTool } from './project.mjs';

/** All inputs of the build; a change in any of them makes `dist` stale. */
const SOURCES = [
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'scripts/pack-files.ts',
  'scripts/package/bundled-packages.ts',
  'scripts/package/pdf-lib-build.ts',
  'scripts/package/pdfjs-build.ts',
  'scripts/package/unhinted-fonts.ts',
  'scripts/server-wasm.ts',
  'shared',
  'library',
  'cli',
  'server',
  'web',
];

/** Not part of the build. A type check, which may run at the same time, writes build info there. */
const NOT_BUILT = /\.test\.tsx?$|\.md$|\.tsbuildinfo$|^(shared|library)\/(fixtures|testing|checks)\//;

const STAMP = join(ROOT, 'dist/.sources');

/**
 * Builds page, server and command into `dist`, unless it is up to date.
 *
 * @param {(line: string) => void} say
 */
export async function ensureBuilt(say) {
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hashOfSources()) return;
  const { code, output } = await announced('Building', say, build);
  if (code !== 0) throw new Refusal(`${output}\nThe build failed (exit code ${code}): see the lines above.`);
}

/** Builds page, server and command into `dist`, and records the hash of the sources there. */
export async function build() {
  const sources = hashOfSources();
  rmSync(STAMP, { force: true });
  // Vitest sets NODE_ENV to "test", which would build React's slow development version.
  const env = { NODE_ENV: 'production' };
  const ended = await runTool('vite', ['build', '--logLevel', 'warn'], { output: 'keep', env });
  if (ended.code === 0) writeFileSync(STAMP, sources);
  return ended;
}

/**
 * Runs a built program in this process, which keeps its streams, signals and exit code.
 *
 * @param {'server/main' | 'server/keys-cli' | 'server/accounts-cli' | 'server/backup-cli' | 'package/pagelight'}
 * program
 * @param {readonly string[]} args
 */
export async function runBuilt(program, args) {
  const file = join(ROOT, 'dist', `${program}.js`);
  process.argv = [process.argv[0], file, ...args];
  await import(pathToFileURL(file).href);
}

/**
 * Whether a source file affects the build.
 *
 * @param {string} file relative to the checkout
 */
export function isBuilt(file) {
  return !NOT_BUILT.test(file);
}

/** A hash of names and contents: git changes a file's time without changing the file. */
function hashOfSources() {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap(filesUnder)) {
    if (!isBuilt(file)) continue;
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(ROOT, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @returns {readonly string[]}
 */
function filesUnder(path) {
  const entry = join(ROOT, path);
  if (!existsSync(entry)) return [];
  if (!statSync(entry).isDirectory()) return [path];
  return readdirSync(entry, { recursive: true, withFileTypes: true })
    .filter((found) => found.isFile())
    .map((found) => join(found.parentPath, found.name).slice(ROOT.length).replaceAll('\\', '/'))
    .sort();
}
