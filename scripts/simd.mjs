import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import asc from 'assemblyscript/asc';
import { ROOT } from './project.mjs';

/** Modules to compile: `shared/codecs/simd/NAME-kernel.ts` becomes `shared/codecs/wasm/NAME-bytes.ts`. */
export const SIMD_MODULES = [
  'classify',
  'digest',
  'inflate',
  'jbig2',
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

/**
 * Compiles a module and returns the text of its file, for comparison with the committed one.
 *
 * @param {string} name
 */
export async function moduleText(name) {
  const base64 = Buffer.from(await compiled(`shared/codecs/simd/${name}-kernel.ts`)).toString('base64');
  const lines = base64.match(/.{1,100}/g) ?? [];
  return [
    `/** \`codecs/simd/${name}-kernel.ts\`, compiled by \`node scripts/simd.mjs\`. */`,
    `export const ${name.toUpperCase()}_WASM = [`,
    ...lines.map((line) => `  '${line}',`),
    "].join('');",
    '',
  ].join('\n');
}

/**
 * @param {string} path of the source in the checkout
 * @returns {Promise<Uint8Array>} the same bytes for the same compiler
 */
async function compiled(path) {
  /** @type {Uint8Array | undefined} */
  let wasm;
  const options = ['-O3', '--noAssert', '--enable', 'simd', '--runtime', 'stub', '--use', 'abort='];
  const { error, stderr } = await asc.main([path, ...options, '--baseDir', ROOT, '--outFile', 'out.wasm'], {
    writeFile: (_name, contents) => {
      wasm = /** @type {Uint8Array} */ (contents);
    },
  });
  if (error !== null || wasm === undefined) throw new Error(`${path} does not compile: ${stderr}`);
  return wasm;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  for (const name of SIMD_MODULES) writeFileSync(keptPath(name), await moduleText(name));
