import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import type { Host, WasmName } from '../shared/index.ts';

const WASM_FILES: Readonly<Record<WasmName, string>> = {
  'mozjpeg-encode': '@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm',
  'mozjpeg-decode': '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm',
  openjpeg: 'pdfjs-dist/wasm/openjpeg.wasm',
  'pdfium-bilevel': 'pdfjs-dist/wasm/jbig2.wasm',
};

/** What Node gives to the core. Each module is read and compiled at its first use, once per thread. */
export function createNodeHost(): Host {
  const { resolve } = createRequire(import.meta.url);
  const modules = new Map<WasmName, Promise<WebAssembly.Module>>();
  return {
    wasmModule(name) {
      const compiled = modules.get(name) ?? compile(resolve(WASM_FILES[name]));
      modules.set(name, compiled);
      return compiled;
    },
    turn: setImmediate,
  };
}

async function compile(path: string): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(path));
}
