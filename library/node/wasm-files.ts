import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { WasmName } from '../../shared/index.ts';
import { keysOf } from '../../shared/lists.ts';

/** Paths of the modules in their packages. */
const PACKAGED: Readonly<Record<WasmName, string>> = {
  'mozjpeg-decode': '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm',
  openjpeg: 'pdfjs-dist/wasm/openjpeg.wasm',
  'openjpeg-encode': '@cornerstonejs/codec-openjpeg/wasm',
  'pdfium-bilevel': 'pdfjs-dist/wasm/jbig2.wasm',
};

/** The build's copies, relative to an entry and to a chunk. */
const BUILT = ['./wasm/', '../wasm/'];

/**
 * Path of a module: beside the built server, so that a production install needs none of the packages; else in its
 * package.
 */
export function wasmFile(name: WasmName): string {
  const copies = BUILT.map((folder) => fileURLToPath(new URL(`${folder}${name}.wasm`, import.meta.url)));
  return copies.find((path) => existsSync(path)) ?? packagedWasm(name);
}

/** @throws Error if the package is not installed */
export function packagedWasm(name: WasmName): string {
  return createRequire(import.meta.url).resolve(PACKAGED[name]);
}

// The cast: a record has the keys that its type says.
export const WASM_NAMES = keysOf(PACKAGED);
