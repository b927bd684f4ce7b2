import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import type { Host, WasmName } from '../../shared/index.ts';
import { wasmFile } from './wasm-files.ts';

/** The core's host in Node. Each module is read and compiled at its first use, once per thread. */
export function createNodeHost(): Host {
  const modules = new Map<WasmName, Promise<WebAssembly.Module>>();
  return {
    wasmModule(name) {
      const compiled = modules.get(name) ?? compile(wasmFile(name));
      modules.set(name, compiled);
      return compiled;
    },
    yieldToEventLoop: setImmediate,
  };
}

async function compile(path: string): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(path));
}
