import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { packagedWasm, WASM_NAMES } from '../library/node/wasm-files.ts';

/** Copies the codecs beside the built server, which loads them from there instead of their packages. */
export function copyWasm(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of WASM_NAMES) copyFileSync(packagedWasm(name), join(folder, `${name}.wasm`));
}
