/** WASM binaries for codecs, by our own names; a host locates them. */
export type WasmName = 'mozjpeg-decode' | 'openjpeg' | 'openjpeg-encode' | 'pdfium-bilevel';

/** Host functions that codecs need. */
export interface WasmModules {
  /** A compiled module. Hosts compile each one once and return the same module again. */
  readonly wasmModule: (name: WasmName) => Promise<WebAssembly.Module>;
}
