import type { Host } from '../host.ts';
import { CodecFailure, isCodecFailure } from './codec-failure.ts';

export interface PngOptimizer {
  /**
   * The same picture as a smaller PNG: filters, colour type, bit depth and deflate are searched (some 3 MB of
   * samples per second at level 1). Null when it fails.
   */
  optimize(png: Uint8Array, level: 1 | 2): Promise<Uint8Array | null>;
}

/** The single-thread build's exports (wasm-bindgen); the threaded one would pick itself by host. */
interface OxipngExports {
  readonly memory: WebAssembly.Memory;
  readonly optimise: (
    result: number,
    data: number,
    length: number,
    level: number,
    interlace: number,
    optimizeAlpha: number,
  ) => void;
  readonly __wbindgen_add_to_stack_pointer: (bytes: number) => number;
  readonly __wbindgen_malloc: (bytes: number, align: number) => number;
  readonly __wbindgen_free: (address: number, bytes: number, align: number) => void;
}

/**
 * oxipng on an instance of our own: the package's glue holds one instance for ever, and after a Rust panic that
 * one is of no more use.
 */
export function createPngOptimizer(host: Host): PngOptimizer {
  let live: Promise<OxipngExports> | null = null;
  const start = async (): Promise<OxipngExports> => {
    const instance = new WebAssembly.Instance(await host.wasmModule('oxipng'), {
      wbg: {
        __wbindgen_throw: () => {
          throw new CodecFailure('oxipng');
        },
      },
    });
    // The cast: names and signatures as wasm-bindgen generated them for this package's version.
    return instance.exports as unknown as OxipngExports;
  };
  return {
    async optimize(png, level) {
      live ??= start();
      const exports = await live;
      try {
        return optimizeWith(exports, png, level);
      } catch (thrown) {
        live = null;
        if (isCodecFailure(thrown)) return null;
        throw thrown;
      }
    },
  };
}

/** The call as wasm-bindgen's glue makes it: a two-word result on its stack, bytes on its heap. */
function optimizeWith(wasm: OxipngExports, png: Uint8Array, level: number): Uint8Array {
  const result = wasm.__wbindgen_add_to_stack_pointer(-16);
  const input = wasm.__wbindgen_malloc(png.length, 1) >>> 0;
  new Uint8Array(wasm.memory.buffer).set(png, input);
  wasm.optimise(result, input, png.length, level, 0, 0);
  const [address, length] = new Uint32Array(wasm.memory.buffer, result, 2);
  const output = new Uint8Array(wasm.memory.buffer, address, length).slice();
  wasm.__wbindgen_free(address, length, 1);
  wasm.__wbindgen_add_to_stack_pointer(16);
  return output;
}
