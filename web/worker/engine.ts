import mozjpegDecodeUrl from '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm?url';
import jbig2Url from 'pdfjs-dist/wasm/jbig2.wasm?url';
import openjpegUrl from 'pdfjs-dist/wasm/openjpeg.wasm?url';
import type { WasmName } from '../../shared/index.ts';
import workerUrl from './compress.worker.ts?worker&url';
import type { TabProblem } from './problem.ts';
import type { WasmModules } from './wire.ts';
import { withoutNetwork } from './without-network.ts';

/*
 * The promise is that the page sends no request from the first file on. So everything compressing needs is
 * here before it: the WASM modules are compiled by the page and handed to the workers, and the worker's script
 * is kept as a blob. A worker ended by a cancel has to be replaced, and replacing it by address would be a
 * request (from the cache, but a request); a blob is not. This needs `worker-src 'self' blob:` in
 * the policy. That opens nothing new: only a script that already runs here could make such a blob.
 */

const WASM_URLS = {
  'mozjpeg-decode': mozjpegDecodeUrl,
  openjpeg: openjpegUrl,
  'pdfium-bilevel': jbig2Url,
} as const satisfies Record<WasmName, string>;

export interface Engine {
  readonly modules: WasmModules;
  readonly spawnWorker: () => Worker;
}

export class EngineError extends Error {
  readonly problem: TabProblem;

  constructor(problem: TabProblem, options?: { cause?: unknown }) {
    super(problem.code, options);
    this.name = 'EngineError';
    this.problem = problem;
  }
}

export type EngineState = 'loading' | 'ready' | 'failed';

/** Loads the engine once, and says how far that is. After a failure the next `get` tries again. */
export class EngineSource {
  readonly #load: () => Promise<Engine>;
  readonly #listeners = new Set<() => void>();
  #loading: Promise<Engine> | null = null;
  #state: EngineState = 'loading';

  constructor(load: () => Promise<Engine> = loadEngine) {
    this.#load = load;
  }

  /** @throws EngineError */
  get(): Promise<Engine> {
    this.#loading ??= this.#start();
    return this.#loading;
  }

  readonly state = (): EngineState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  async #start(): Promise<Engine> {
    this.#become('loading');
    try {
      const engine = await this.#load();
      this.#become('ready');
      return engine;
    } catch (thrown) {
      this.#loading = null;
      this.#become('failed');
      throw thrown;
    }
  }

  #become(state: EngineState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

export async function loadEngine(): Promise<Engine> {
  if (typeof WebAssembly === 'undefined') throw new EngineError({ code: 'no_wasm' });
  try {
    const [modules, spawnWorker] = await Promise.all([compileModules(), workerFactory()]);
    return { modules, spawnWorker };
  } catch (cause) {
    throw new EngineError({ code: 'engine_not_loaded' }, { cause });
  }
}

async function compileModules(): Promise<WasmModules> {
  const names = Object.keys(WASM_URLS) as WasmName[];
  const compiled = await Promise.all(
    names.map(async (name) => [name, await WebAssembly.compileStreaming(fetch(WASM_URLS[name]))] as const),
  );
  // Every WasmName is a key of WASM_URLS, so every one is in the record.
  return Object.fromEntries(compiled) as Record<WasmName, WebAssembly.Module>;
}

async function workerFactory(): Promise<() => Worker> {
  // In development the worker is many modules that import each other by address, which a blob has not.
  if (import.meta.env.DEV) return () => new Worker(workerUrl, { type: 'module' });

  const address = new URL(workerUrl, location.href).href;
  const response = await fetch(address);
  if (!response.ok) throw new Error(`worker script: ${response.status}`);
  const blobUrl = URL.createObjectURL(withoutNetwork(await response.blob(), placeWorkerAt(address)));
  return () => new Worker(blobUrl);
}

/** Emscripten resolves file names against the worker's address, which fails for `blob:`; so it gets its own back. */
function placeWorkerAt(address: string): string {
  return `Object.defineProperty(self,'location',{value:new URL(${JSON.stringify(address)})});\n`;
}
