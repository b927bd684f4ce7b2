import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { WasmName } from '../codecs/wasm-modules.ts';
import type { Host } from '../host.ts';

const FILES: Readonly<Record<WasmName, string>> = {
  'mozjpeg-decode': '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm',
  openjpeg: 'pdfjs-dist/wasm/openjpeg.wasm',
  'openjpeg-encode': '@cornerstonejs/codec-openjpeg/wasm',
  'pdfium-bilevel': 'pdfjs-dist/wasm/jbig2.wasm',
};

/** The real codecs from the installed packages, each compiled once. */
export function createTestHost(): Host {
  const { resolve } = createRequire(import.meta.url);
  const modules = new Map<WasmName, Promise<WebAssembly.Module>>();
  return {
    wasmModule(name) {
      const module =
        modules.get(name) ?? readFile(resolve(FILES[name])).then((bytes) => WebAssembly.compile(bytes));
      modules.set(name, module);
      return module;
    },
  };
}
