import type { WasmName } from '../../shared/index.ts';

/** The codecs' WebAssembly modules in base64. The package's build fills them in (`scripts/package/stage.mjs`). */
export const WASM_TEXTS: Readonly<Record<WasmName, string>> = {
  'mozjpeg-decode': '',
  openjpeg: '',
  'openjpeg-encode': '',
  'pdfium-bilevel': '',
};
