import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Refusal, runTool } from '../project.mjs';
import { BROWSER_MODULES, MODULES } from './manifest.mjs';

/** The specifier of a relative import in a declaration. */
const SPECIFIER = /((?:from|import\()\s*['"])(\.{1,2}\/[^'"]+)\.ts(['"])/g;

/** Types that only our own hosts use, with everything they reference. */
const PRIVATE = /^export type \{ Host \} from .*\n/m;

/**
 * Writes declarations of every entry and its dependencies, for modules (`types`) and for CommonJS (`types-cjs`).
 *
 * @param {string} stage
 */
export async function writeTypes(stage) {
  const raw = join(stage, 'types-raw');
  for (const project of ['library/tsconfig.types.json', 'library/browser/tsconfig.types.json']) {
    const { code, output } = await runTool('tsc', ['-p', project, '--outDir', raw], { output: 'keep' });
    if (code !== 0) throw new Refusal(`${output}\nThe types of the package could not be made.`);
  }
  const texts = new Map(
    readdirSync(raw, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.d.ts'))
      .map((name) => [
        name.replaceAll('\\', '/'),
        forOldCompilers(readFileSync(join(raw, name), 'utf8').replace(PRIVATE, '')),
      ]),
  );
  rmSync(raw, { recursive: true });
  const entries = [...MODULES, ...BROWSER_MODULES].map(([, types]) => `${types}.d.ts`);
  entries.push('library/browser/index.d.ts');
  for (const name of reachable(entries, texts)) {
    const text = texts.get(name) ?? '';
    put(join(stage, 'types', name), text.replace(SPECIFIER, '$1$2.js$3'));
    put(join(stage, 'types-cjs', name.replace(/\.d\.ts$/, '.d.cts')), text.replace(SPECIFIER, '$1$2.cjs$3'));
  }
  put(join(stage, 'types/worker.d.ts'), 'export {};\n');
  put(
    join(stage, 'types/workerd.d.ts'),
    "import type { CoreHost } from './library/core-host.js';\n/** The host of Cloudflare Workers. */\nexport declare const host: CoreHost;\n",
  );
}

/** The type of `WebAssembly.Module` where there is one. */
const WASM_MODULE =
  '(typeof globalThis extends { WebAssembly: { Module: { prototype: infer M } } } ? M : object)';

/**
 * Compilers before TypeScript 5.7 know no `Uint8Array<ArrayBuffer>`; what `Uint8Array.from` returns is just that in those
 * that do. Projects that target ES2023 have no type for `Symbol.asyncDispose`, and those without the DOM library none for
 * `WebAssembly.Module`.
 *
 * @param {string} text
 */
export function forOldCompilers(text) {
  const plain = text
    .replaceAll('Uint8Array<ArrayBuffer>', "ReturnType<Uint8ArrayConstructor['from']>")
    .replaceAll('Uint8Array<ArrayBufferLike>', 'Uint8Array')
    .replaceAll('WebAssembly.Module', WASM_MODULE);
  return plain.includes('Symbol.asyncDispose')
    ? `/// <reference lib="esnext.disposable" />\n${plain}`
    : plain;
}

/**
 * @param {readonly string[]} entries
 * @param {ReadonlyMap<string, string>} texts
 */
function reachable(entries, texts) {
  const seen = new Set(entries);
  for (const name of seen) {
    const text = texts.get(name);
    if (text === undefined) throw new Refusal(`There is no declaration ${name}.`);
    for (const [, , path] of text.matchAll(SPECIFIER)) seen.add(join(dirname(name), `${path}.d.ts`));
  }
  return seen;
}

/**
 * @param {string} file
 * @param {string} text
 */
function put(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
