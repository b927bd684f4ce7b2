import type { WasmName } from '../shared/index.ts';

/** What the core needs from its environment. */
export interface CoreHost {
  /** Returns a compiled module, from `pagelight/wasm/NAME.wasm`. Compile each module once. */
  readonly wasmModule: (name: WasmName) => Promise<WebAssembly.Module>;
}
