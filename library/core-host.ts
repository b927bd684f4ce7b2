import type { WasmName } from '../shared/index.ts';

/** A `WebAssembly.Module`. Projects without the DOM library have no type for it. */
export type CompiledWasm = typeof globalThis extends { WebAssembly: { Module: { prototype: infer Module } } }
  ? Module
  : object;

/** The environment that the core needs. */
export interface CoreHost {
  /** Returns a compiled module, from `pagelight/wasm/NAME.wasm`. Compile each module once. */
  readonly wasmModule: (name: WasmName) => Promise<CompiledWasm>;
}
