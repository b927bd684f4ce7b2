/** WASM binaries that codecs need, by our own name; a host knows where each one lies. */
export type WasmName = 'mozjpeg-decode' | 'openjpeg' | 'pdfium-bilevel';

/** What codecs need of the place they run in. */
export interface WasmModules {
  /** A compiled module. Hosts compile each one once and hand out the same module again. */
  readonly wasmModule: (name: WasmName) => Promise<WebAssembly.Module>;
}
