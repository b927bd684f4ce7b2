import type { WasmName } from '../../shared/index.ts';

/** The codecs' modules in base64. The package's build puts them in this place (`scripts/package/stage.mjs`). */
export const WASM_TEXTS: Readonly<Record<WasmName, string>> = {
  'mozjpeg-decode': '',
  openjpeg: '',
  'pdfium-bilevel': '',
};
