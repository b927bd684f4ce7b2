import encoderUrl from '@cornerstonejs/codec-openjpeg/wasm?url';
import mozjpegDecodeUrl from '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm?url';
import jbig2Url from 'pdfjs-dist/wasm/jbig2.wasm?url';
import openjpegUrl from 'pdfjs-dist/wasm/openjpeg.wasm?url';
import type { CompressOptions, WasmName } from '../../shared/index.ts';
import { keysOf } from '../../shared/lists.ts';
import workerUrl from './compress.worker.ts?worker&url';
import type { TabProblem } from './problem.ts';
import type { WasmModules } from './wire.ts';
import { withoutNetwork } from './without-network.ts';

/* The page promises to send no request from the first file on, so everything for compression is loaded before: the
   page compiles the WASM modules for the workers, and keeps the worker's script as a blob. A worker terminated by a
   cancel has to be replaced. Starting one by URL would be a request (from the cache, but a request); starting a blob
   is not. This needs `worker-src 'self' blob:` in the CSP, which opens nothing new: only a script that already runs
   here could create such a blob. */

const WASM_URLS = {
  'mozjpeg-decode': mozjpegDecodeUrl,
  openjpeg: openjpegUrl,
  'pdfium-bilevel': jbig2Url,
} as const satisfies Record<Exclude<WasmName, 'openjpeg-encode'>, string>;

export interface Engine {
  readonly modules: WasmModules;
  readonly spawnWorker: () => Worker;
  /**
   * Loads what only comparisons need, once. Its workers can do what others do, too.
   * @throws EngineError
   */
  readonly loadComparer: () => Promise<() => Worker>;
  /**
   * Loads what only these options need, once; `modules` has it then.
   * @throws EngineError
   */
  readonly loadFor: (options: Pick<CompressOptions, 'jpx'>) => Promise<void>;
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

/** Loads the engine once and reports its state. After a failure the next `get` retries. */
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
    const [modules, workers] = await Promise.all([compileModules(), workerFactories()]);
    return { modules, ...workers, loadFor: encoderLoader(modules) };
  } catch (cause) {
    throw new EngineError({ code: 'engine_not_loaded' }, { cause });
  }
}

async function compileModules(): Promise<LoadedModules> {
  const names = keysOf(WASM_URLS);
  const all = await Promise.all(names.map(async (name) => [name, await compiled(WASM_URLS[name])] as const));
  // Every name is a key of WASM_URLS, so every one is in the record.
  return Object.fromEntries(all) as Record<keyof typeof WASM_URLS, WebAssembly.Module>;
}

function compiled(url: string): Promise<WebAssembly.Module> {
  return WebAssembly.compileStreaming(fetch(url));
}

type LoadedModules = { -readonly [Name in keyof WasmModules]: WasmModules[Name] };

/** The workers of documents and of jobs share the record: what is added to it, their next call has. */
function encoderLoader(modules: LoadedModules): Engine['loadFor'] {
  let loading: Promise<void> | undefined;
  const load = async () => {
    try {
      modules['openjpeg-encode'] = await compiled(encoderUrl);
    } catch (cause) {
      loading = undefined;
      throw new EngineError({ code: 'engine_not_loaded' }, { cause });
    }
  };
  return async ({ jpx }) => {
    if (jpx === 'lossless') await (loading ??= load());
  };
}

async function workerFactories(): Promise<Pick<Engine, 'spawnWorker' | 'loadComparer'>> {
  // In development the worker consists of many modules that import each other by URL, which a blob cannot.
  if (import.meta.env.DEV) {
    const spawnWorker = () => new Worker(workerUrl, { type: 'module' });
    return { spawnWorker, loadComparer: async () => spawnWorker };
  }
  const address = new URL(workerUrl, location.href).href;
  const engine = withoutNetwork(await scriptAt(address), placeWorkerAt(address));
  let comparer: Promise<() => Worker> | undefined;
  return {
    spawnWorker: spawnerOf(engine),
    loadComparer: () => {
      comparer ??= scriptAt(address.replace('compress.worker-', 'comparison-')).then(
        (script) => spawnerOf(new Blob([engine, '\n', script], { type: 'text/javascript' })),
        (cause: unknown) => {
          comparer = undefined;
          throw new EngineError({ code: 'engine_not_loaded' }, { cause });
        },
      );
      return comparer;
    },
  };
}

async function scriptAt(address: string): Promise<Blob> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`worker script: ${response.status}`);
  return response.blob();
}

function spawnerOf(script: Blob): () => Worker {
  const blobUrl = URL.createObjectURL(script);
  return () => new Worker(blobUrl);
}

/** Emscripten resolves file names against the worker's URL, which fails for `blob:`; this restores the original URL. */
function placeWorkerAt(address: string): string {
  return `Object.defineProperty(self,'location',{value:new URL(${JSON.stringify(address)})});\n`;
}
