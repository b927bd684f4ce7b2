import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../project.mjs';
import { ensurePackageTools, TOOLS_FOLDER } from '../setup/package-tools.mjs';
import { deflated } from './deflated.mjs';

const KEPT_FILE = join(ROOT, 'shared/codecs/wasm/libdeflate-bytes.ts');

/** The WebAssembly embedded in the npm package's script. */
export function packagedModule() {
  const script = readFileSync(join(TOOLS_FOLDER, 'node_modules/libdeflate/dist/libdeflate.wasm.mjs'), 'utf8');
  const base64 = /base64,([A-Za-z0-9+/=]+)/.exec(script)?.[1];
  if (base64 === undefined) throw new Error('the package of libdeflate holds no module where it used to');
  return Buffer.from(base64, 'base64');
}

/**
 * The text of the committed module. Every byte that we deflate passes through it, and its package has one author and
 * one release, so the build uses its own copy.
 *
 * @param {Uint8Array} wasm
 */
export async function keptText(wasm) {
  const hash = createHash('sha256').update(wasm).digest('hex');
  const base64 = Buffer.from(await deflated(wasm)).toString('base64');
  const lines = base64.match(/.{1,100}/g) ?? [];
  return [
    '/**',
    ' * libdeflate in WebAssembly, of the npm package `libdeflate` 0.1.0, byte for byte, deflated. MIT:',
    ' * `libdeflate.LICENSE.txt`. Kept by `node scripts/wasm/libdeflate.mjs`.',
    ' */',
    'export const DEFLATED_LIBDEFLATE_WASM = [',
    ...lines.map((line) => `  '${line}',`),
    "].join('');",
    '',
    '/** Size of the module itself. */',
    `export const LIBDEFLATE_BYTES = ${wasm.length};`,
    `export const LIBDEFLATE_SHA256 = '${hash}';`,
    '',
  ].join('\n');
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await ensurePackageTools(console.error);
  writeFileSync(KEPT_FILE, await keptText(packagedModule()));
}
