import type { WasmName } from '../shared/index.ts';

/** What a place of one's own gives to the core. */
export interface CoreHost {
  /** A compiled module: they lie at `pagelight/wasm/NAME.wasm`. Compile each one once. */
  readonly wasmModule: (name: WasmName) => Promise<WebAssembly.Module>;
}
