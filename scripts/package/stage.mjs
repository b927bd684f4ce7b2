import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build as viteBuild } from 'vite';
import { resultJsonSchema } from '../../cli/batch/results/result-schema.ts';
import { completionScript, SHELLS } from '../../cli/flags/completions.ts';
import { manPage } from '../../cli/flags/man-page.ts';
import { MODULE_NAMES } from '../../library/core-host.ts';
import { packagedWasm, WASM_NAMES } from '../../library/node/wasm-files.ts';
import { libdeflateBytes } from '../../shared/codecs/flate/libdeflate.ts';
import { ensureBuilt } from '../build.mjs';
import { Refusal, ROOT } from '../project.mjs';
import { runNpm } from '../setup/install.mjs';
import { keptModule, SIMD_MODULES } from '../simd.mjs';
import { BUNDLED_LIST, bundledPackages } from './bundled-packages.ts';
import { MODULES, manifestOf } from './manifest.mjs';
import { ALIAS, TREESHAKE } from './pdf-lib-build.ts';
import { writeTypes } from './types.mjs';

/** Everything that is published, and nothing else. */
export const STAGE = join(ROOT, 'dist/npm');

/**
 * Assembles the package in `dist/npm` from the build and the package's own parts: browser files, types, licenses.
 *
 * @param {(line: string) => void} say
 */
export async function stagePackage(say) {
  await ensureBuilt(say);
  rmSync(STAGE, { recursive: true, force: true });
  mkdirSync(STAGE, { recursive: true });
  cpSync(join(ROOT, 'dist/package'), STAGE, { recursive: true });
  // The page's offline plugin writes this everywhere.
  rmSync(join(STAGE, 'manifest.webmanifest'), { force: true });
  const bundled = new Set(takeBundledList());
  await buildWorker();
  for (const name of takeBundledList()) bundled.add(name);
  await buildBrowser();
  rmSync(join(STAGE, 'assets'), { recursive: true, force: true });
  for (const name of takeBundledList()) bundled.add(name);
  writeModules();
  await writeTypes(STAGE);
  for (const [name] of MODULES)
    writeFileSync(join(STAGE, `${name}.cjs`), `module.exports = require('./${name}.js');\n`);
  writeFileSync(join(STAGE, 'package.json'), `${JSON.stringify(manifestOf(rootManifest()), null, 2)}\n`);
  cpSync(join(ROOT, 'library/PACKAGE.md'), join(STAGE, 'README.md'));
  cpSync(join(ROOT, 'docs/CHANGELOG.md'), join(STAGE, 'CHANGELOG.md'));
  cpSync(join(ROOT, 'LICENSE'), join(STAGE, 'LICENSE'));
  writeFileSync(join(STAGE, 'THIRD-PARTY.md'), licencesOf([...bundled].sort()));
  chmodSync(join(STAGE, 'pagelight.js'), 0o755);
  writeFileSync(join(STAGE, 'results.schema.json'), `${JSON.stringify(resultJsonSchema(), null, 2)}\n`);
  for (const folder of ['man', 'completions']) mkdirSync(join(STAGE, folder));
  writeFileSync(join(STAGE, 'man/pagelight.1'), manPage(rootManifest().version));
  for (const shell of SHELLS)
    writeFileSync(join(STAGE, `completions/pagelight.${shell}`), completionScript(shell));
}

/** @returns {{ readonly version: string, readonly [key: string]: unknown }} */
function rootManifest() {
  return JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
}

/** The modules that the code compiles from its own text, as files, and the host of runtimes that import such files. */
function writeModules() {
  for (const name of SIMD_MODULES) writeFileSync(join(STAGE, `wasm/${name}.wasm`), keptModule(name));
  writeFileSync(join(STAGE, 'wasm/libdeflate.wasm'), libdeflateBytes());
  const variable = (/** @type {string} */ name) => name.replaceAll('-', '_');
  const lines = [
    "import { createHost } from './core.js';",
    ...MODULE_NAMES.map((name) => `import ${variable(name)} from './wasm/${name}.wasm';`),
    `export const host = createHost({ ${MODULE_NAMES.map((name) => `'${name}': ${variable(name)}`).join(', ')} });`,
  ];
  writeFileSync(join(STAGE, 'workerd.js'), `${lines.join('\n')}\n`);
}

/** Reads and removes the list of bundled packages. @returns {readonly string[]} */
function takeBundledList() {
  const file = join(STAGE, BUNDLED_LIST);
  const names = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(file);
  return names;
}

/** @type {import('vite').InlineConfig} */
const COMMON = {
  configFile: false,
  root: ROOT,
  publicDir: false,
  logLevel: 'warn',
  resolve: { alias: ALIAS },
};

/** One file for workers of every kind, so that it can be started from its source text. */
async function buildWorker() {
  await viteBuild({
    ...COMMON,
    plugins: [bundledPackages(), inPlaceOf('wasm-texts', wasmTexts)],
    // Emscripten's scripts get their files from us instead of loading them from there.
    define: { 'import.meta.url': 'self.location.href' },
    build: {
      outDir: STAGE,
      emptyOutDir: false,
      target: 'es2022',
      // Its size has a budget of its own.
      chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
      rolldownOptions: {
        treeshake: TREESHAKE,
        input: { worker: join(ROOT, 'library/browser/worker.ts') },
        output: { format: 'iife', entryFileNames: '[name].js' },
      },
    },
  });
}

async function buildBrowser() {
  await viteBuild({
    ...COMMON,
    plugins: [bundledPackages(), inPlaceOf('worker-text', workerText)],
    build: {
      outDir: STAGE,
      emptyOutDir: false,
      target: 'es2022',
      lib: {
        entry: {
          'index.browser': join(ROOT, 'library/browser/index.ts'),
          browser: join(ROOT, 'library/browser/browser.ts'),
          drop: join(ROOT, 'library/browser/drop/element.ts'),
          // Replaces the empty module of Node's build.
          'worker-text': join(ROOT, 'library/browser/worker-text.ts'),
        },
        formats: ['es'],
      },
      rolldownOptions: {
        output: { entryFileNames: '[name].js', chunkFileNames: 'browser-chunks/[name]-[hash].js' },
      },
    },
  });
}

/**
 * Replaces a placeholder module of `library/browser` with the given source.
 *
 * @param {string} module
 * @param {() => string} source
 * @returns {import('vite').Plugin}
 */
function inPlaceOf(module, source) {
  return {
    name: `pagelight:${module}`,
    load: (id) => (id.endsWith(`library/browser/${module}.ts`) ? source() : null),
  };
}

/** The worker's source as a text module. */
function workerText() {
  const text = readFileSync(join(STAGE, 'worker.js'), 'utf8');
  return `export const WORKER_TEXT = ${JSON.stringify(text)};`;
}

/** The codecs' WebAssembly modules in base64. */
function wasmTexts() {
  const texts = WASM_NAMES.map((name) => [name, readFileSync(packagedWasm(name)).toString('base64')]);
  return `export const WASM_TEXTS = ${JSON.stringify(Object.fromEntries(texts))};`;
}

const LICENCE_FILE = /^(licen[cs]e|copying|notice)([._-].*)?$/i;

/** The full licenses of the packages in the package's files. @param {readonly string[]} names */
function licencesOf(names) {
  const texts = names.map((name) => {
    const folder = packageFolder(name);
    const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const files = ['.', 'wasm', 'codec'].flatMap((room) => licenceFiles(join(folder, room)));
    const body = files.map((file) => `\`\`\`\n${readFileSync(file, 'utf8').trim()}\n\`\`\`\n`).join('\n');
    return `## ${name} ${version} (${license})\n\n${body}`;
  });
  const kept = [
    ['libdeflate', 'shared/codecs/wasm/libdeflate.LICENSE.txt'],
    // Its package has no file of its license. That of OpenJPEG is with pdfjs-dist.
    ['@cornerstonejs/codec-openjpeg', 'shared/codecs/jpx/codec-openjpeg.LICENSE.txt'],
  ].map(([name, file]) => {
    const body = readFileSync(join(ROOT, file), 'utf8').trim();
    return `## ${name} (MIT)\n\n\`\`\`\n${body}\n\`\`\`\n`;
  });
  return `# What is in the files of this package beside our own\n\n${[...texts, ...kept].join('\n')}`;
}

/** @param {string} folder */
function licenceFiles(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => LICENCE_FILE.test(name))
    .map((name) => join(folder, name));
}

/** @param {string} name */
function packageFolder(name) {
  const paths = createRequire(import.meta.url).resolve.paths(name) ?? [];
  const folder = paths.map((path) => join(path, name)).find((path) => existsSync(join(path, 'package.json')));
  if (folder === undefined) throw new Refusal(`The package ${name} is not installed.`);
  return folder;
}

/**
 * Packs the staged package as for publishing.
 *
 * @param {string} folder of the tarball
 * @returns {Promise<string>} its path
 */
export async function packTarball(folder) {
  mkdirSync(folder, { recursive: true });
  const { code, output } = await runNpm(['pack', STAGE, '--pack-destination', folder]);
  if (code !== 0) throw new Refusal(`${output}\nThe package could not be packed.`);
  const { name, version } = JSON.parse(readFileSync(join(STAGE, 'package.json'), 'utf8'));
  return join(folder, `${name}-${version}.tgz`);
}
