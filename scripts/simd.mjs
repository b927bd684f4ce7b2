import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import asc from 'assemblyscript/asc';
import { ROOT } from './project.mjs';

/** Where the compiled form of shared/codecs/simd/lanczos.ts is kept. */
export const LANCZOS_MODULE = join(ROOT, 'shared/codecs/lanczos-wasm.ts');

/** The text of that module: compiled anew, so that it can be compared with what is kept. */
export async function lanczosModule() {
  const base64 = Buffer.from(await compiled('shared/codecs/simd/lanczos.ts')).toString('base64');
  const lines = base64.match(/.{1,100}/g) ?? [];
  return [
    '/** `simd/lanczos.ts`, compiled by `node scripts/simd.mjs`. */',
    'export const LANCZOS_WASM = [',
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
  writeFileSync(LANCZOS_MODULE, await lanczosModule());
