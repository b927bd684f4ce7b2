import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { packagedWasm, WASM_NAMES } from '../library/node/wasm-files.ts';

/** Puts the codecs beside the built server, which finds them there and not in the packages they came from. */
export function copyWasm(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of WASM_NAMES) copyFileSync(packagedWasm(name), join(folder, `${name}.wasm`));
}
