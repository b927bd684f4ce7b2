import { type Kernels, useKernels } from '../shared/codecs/wasm/kernel-modules.ts';
import type { WasmName } from '../shared/index.ts';
import { keysOf } from '../shared/lists.ts';
import { requireObject } from './engine/call-arguments.ts';

/** The environment that the core needs. */
export interface CoreHost {
  /** Returns a compiled module, from `pagelight/wasm/NAME.wasm`. Compile each module once. */
  readonly wasmModule: (name: WasmName) => Promise<WebAssembly.Module>;
}

/** Only the option `jpx` needs it. */
const OPTIONAL = 'openjpeg-encode';

/**
 * A compiled module of each file in `pagelight/wasm/`, by its name without `.wasm`. `openjpeg-encode` is only needed for
 * the option `jpx`.
 */
export type CompiledModules = Kernels &
  Readonly<Record<Exclude<WasmName, typeof OPTIONAL>, WebAssembly.Module>> & {
    readonly 'openjpeg-encode'?: WebAssembly.Module;
  };

/** An object, so that the compiler wants every name. */
const NAMES: Readonly<Record<keyof CompiledModules, true>> = {
  classify: true,
  digest: true,
  inflate: true,
  jbig2: true,
  'jbig2-decoder': true,
  jpeg: true,
  lanczos: true,
  libdeflate: true,
  'mozjpeg-decode': true,
  openjpeg: true,
  [OPTIONAL]: true,
  packing: true,
  'pdfium-bilevel': true,
  pixels: true,
  png: true,
  runs: true,
  scan: true,
  similarity: true,
  symbols: true,
};

export const MODULE_NAMES = keysOf(NAMES);

/**
 * Creates a host for environments that compile no WebAssembly at run time. Call it once, before the first document: the
 * modules are used by all calls of this thread. For Cloudflare Workers, `pagelight/workerd` exports such a host.
 *
 * @throws TypeError if a module is missing
 * @example
 * import classify from 'pagelight/wasm/classify.wasm'; // and each other module
 * const host = createHost({ classify, … });
 */
export const createHost: (modules: CompiledModules) => CoreHost = (modules) => {
  requireObject('the modules', modules);
  const missing = MODULE_NAMES.filter((name) => name !== OPTIONAL && typeof modules[name] !== 'object');
  if (missing.length > 0)
    throw new TypeError(`the modules must be all of pagelight/wasm; missing: ${missing.join(', ')}`);
  useKernels(modules);
  return {
    wasmModule: async (name) => {
      const module = modules[name];
      if (module === undefined) throw new TypeError(`the option jpx needs the module ${name}`);
      return module;
    },
  };
};
