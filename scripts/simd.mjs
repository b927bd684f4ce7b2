import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inflateRawSync } from 'node:zlib';
import asc from 'assemblyscript/asc';
import { ROOT } from './project.mjs';
import { deflated } from './wasm/deflated.mjs';

/** Modules to compile: `shared/codecs/simd/NAME-kernel.ts` becomes `shared/codecs/wasm/NAME-bytes.ts`. */
export const SIMD_MODULES = [
  'classify',
  'digest',
  'inflate',
  'jbig2',
  'jbig2-decoder',
  'jpeg',
  'lanczos',
  'packing',
  'pixels',
  'png',
  'runs',
  'scan',
  'similarity',
  'symbols',
];

/** @param {string} name of a module */
export function keptPath(name) {
  return join(ROOT, `shared/codecs/wasm/${name}-bytes.ts`);
}

/** Large enough to be kept deflated, which is less than half of their size. */
const DEFLATED_MODULES = new Set([
  'classify',
  'jbig2',
  'jbig2-decoder',
  'jpeg',
  'pixels',
  'scan',
  'similarity',
]);

/**
 * Returns the name of the module that a source in `simd/` belongs to; null for other files.
 *
 * @param {string} path in the checkout
 */
export function moduleOfSource(path) {
  const [, name] = /^shared\/codecs\/simd\/([^/]+?)(?:-kernel\.ts$|\/)/.exec(path) ?? [];
  return name ?? null;
}

/**
 * The text of a compiled module's file.
 *
 * @param {string} name
 * @param {Uint8Array} wasm
 */
export async function moduleText(name, wasm) {
  const isDeflated = DEFLATED_MODULES.has(name);
  const constant = name.toUpperCase().replaceAll('-', '_');
  const base64 = Buffer.from(isDeflated ? await deflated(wasm) : wasm).toString('base64');
  const lines = base64.match(/.{1,100}/g) ?? [];
  return [
    `/** \`codecs/simd/${name}-kernel.ts\`, compiled by \`node scripts/simd.mjs\`${isDeflated ? ', deflated' : ''}. */`,
    `export const ${isDeflated ? 'DEFLATED_' : ''}${constant}_WASM = [`,
    ...lines.map((line) => `  '${line}',`),
    "].join('');",
    ...(isDeflated
      ? ['', '/** Size of the module itself. */', `export const ${constant}_BYTES = ${wasm.length};`]
      : []),
    '',
  ].join('\n');
}

/**
 * The module in a committed file.
 *
 * @param {string} name
 */
export function keptModule(name) {
  const text = readFileSync(keptPath(name), 'utf8');
  const lines = [...text.matchAll(/^ {2}'([A-Za-z0-9+/=]+)',$/gm)].map(([, line]) => line);
  const bytes = Buffer.from(lines.join(''), 'base64');
  return DEFLATED_MODULES.has(name) ? inflateRawSync(bytes) : bytes;
}

/**
 * Compiles a module of `SIMD_MODULES`.
 *
 * @param {string} name
 * @param {(path: string, text: string) => string} [textOf] the text to compile instead of that of a file, by its path
 *   in the checkout
 * @returns {Promise<Uint8Array>} the same bytes for the same compiler
 */
export async function compiledModule(name, textOf = (_path, text) => text) {
  /** @type {Uint8Array | undefined} */
  let wasm;
  const path = `shared/codecs/simd/${name}-kernel.ts`;
  const options = ['-O3', '--noAssert', '--enable', 'simd', '--runtime', 'stub', '--use', 'abort='];
  const { error, stderr } = await asc.main([path, ...options, '--baseDir', ROOT, '--outFile', 'out.wasm'], {
    readFile: (file, base) => {
      const source = join(base, file);
      return existsSync(source) ? textOf(relative(ROOT, source), readFileSync(source, 'utf8')) : null;
    },
    writeFile: (_name, contents) => {
      wasm = /** @type {Uint8Array} */ (contents);
    },
  });
  if (error !== null || wasm === undefined) throw new Error(`${path} does not compile: ${stderr}`);
  return wasm;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  for (const name of SIMD_MODULES)
    writeFileSync(keptPath(name), await moduleText(name, await compiledModule(name)));
