import type { WasmName } from '../shared/index.ts';

/** The environment that the core needs. */
export interface CoreHost {
  /** Returns a compiled module, from `pagelight/wasm/NAME.wasm`. Compile each module once. */
  readonly wasmModule: (name: WasmName) => Promise<WebAssembly.Module>;
}
