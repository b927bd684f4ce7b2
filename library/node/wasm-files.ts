import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { WasmName } from '../../shared/index.ts';

/** Where packages hold the modules. */
const PACKAGED: Readonly<Record<WasmName, string>> = {
  'mozjpeg-decode': '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm',
  openjpeg: 'pdfjs-dist/wasm/openjpeg.wasm',
  'pdfium-bilevel': 'pdfjs-dist/wasm/jbig2.wasm',
};

/** The copies of the build, as an entry of it sees them and as a chunk does. */
const BUILT = ['./wasm/', '../wasm/'];

/** Built, it lies beside the server, so that an installation for production needs none of the packages. */
export function wasmFile(name: WasmName): string {
  const copies = BUILT.map((folder) => fileURLToPath(new URL(`${folder}${name}.wasm`, import.meta.url)));
  return copies.find((path) => existsSync(path)) ?? packagedWasm(name);
}

/** @throws Error where the package is not installed */
export function packagedWasm(name: WasmName): string {
  return createRequire(import.meta.url).resolve(PACKAGED[name]);
}

// The cast: a record has the keys that its type says.
export const WASM_NAMES = Object.keys(PACKAGED) as readonly WasmName[];
