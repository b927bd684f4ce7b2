import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { provideSha256 } from '../../shared/codecs/digest/sha256.ts';
import type { Host, WasmName } from '../../shared/index.ts';
import { wasmFile } from './wasm-files.ts';

/** The core's host in Node. Each module is read and compiled at its first use, once per thread. */
export function createNodeHost(): Host {
  provideSha256(nodeSha256);
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

/** Six times as fast as the core's own. */
function nodeSha256(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
}
