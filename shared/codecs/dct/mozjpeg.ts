import decoderFactory from '@jsquash/jpeg/codec/dec/mozjpeg_dec.js';
import { isCodecFailure } from '../codec-failure.ts';
import { fromRgba, type Raster } from '../pixels/raster.ts';
import type { WasmModules, WasmName } from '../wasm-modules.ts';

export interface DctDecoder {
  /**
   * Decodes a gray, YCbCr or RGB JPEG of 8 bits. Ignores EXIF orientation and embedded profiles, like a PDF
   * reader. Null if libjpeg fails or has to invent pixels; check the header first, since a failure costs a
   * new instance.
   */
  decode(jpeg: Uint8Array, channels: 1 | 3): Promise<Raster | null>;
}

/** The used parts of the two Emscripten modules; their own types require the DOM. */
interface MozjpegDecoder {
  decode(
    jpeg: Uint8Array,
    preserveOrientation: boolean,
  ): { readonly data: Uint8ClampedArray; readonly width: number; readonly height: number } | null;
}
type WasmImports = ConstructorParameters<typeof WebAssembly.Instance>[1];
type EmscriptenFactory<Instance> = (overrides: {
  readonly noInitialRun: boolean;
  readonly instantiateWasm: (
    imports: WasmImports,
    callback: (instance: WebAssembly.Instance) => void,
  ) => unknown;
  readonly print: (line: string) => void;
  readonly printErr: (line: string) => unknown;
}) => Promise<Instance>;

/**
 * WASM memory never shrinks: an 18-megapixel job leaves some 700 MB allocated. After this many pixels the
 * instance is released.
 */
const PIXELS_PER_INSTANCE = 20_000_000;

/** libjpeg's warnings about guessed parts of the image; extraneous bytes, the most frequent one, are harmless. */
const INVENTED_PIXELS = /premature end|bad huffman|instead of RST|inconsistent progression/i;

/** libjpeg's decoder from mozjpeg. */
export function createMozjpegDecoder(modules: WasmModules): DctDecoder {
  // The cast: the module is a plain Emscripten factory; see the interfaces above.
  const decoder = reusable(
    decoderFactory as unknown as EmscriptenFactory<MozjpegDecoder>,
    modules,
    'mozjpeg-decode',
  );
  return {
    async decode(jpeg, channels) {
      try {
        return await decoder.use((instance, messages) => {
          const rgba = instance.decode(jpeg, false);
          if (rgba === null) return { value: null, pixels: 0 };
          const pixels = rgba.width * rgba.height;
          if (messages.some((message) => INVENTED_PIXELS.test(message))) return { value: null, pixels };
          return { value: fromRgba(rgba.data, rgba.width, rgba.height, channels), pixels };
        });
      } catch (thrown) {
        if (isCodecFailure(thrown)) return null;
        throw thrown;
      }
    },
  };
}

/** Reuses one instance until it has processed too many pixels or has thrown. */
function reusable<Instance>(factory: EmscriptenFactory<Instance>, modules: WasmModules, name: WasmName) {
  let live: Promise<Instance> | null = null;
  let pixelsSeen = 0;
  let messages: string[] = [];

  const start = async (): Promise<Instance> => {
    const module = await modules.wasmModule(name);
    return factory({
      noInitialRun: true,
      instantiateWasm: (imports, callback) => {
        const instance = new WebAssembly.Instance(module, imports);
        callback(instance);
        return instance.exports;
      },
      print: () => {},
      printErr: (line) => messages.push(line),
    });
  };

  return {
    /** Calls with one instance never overlap: `work` is synchronous. */
    async use<Value>(
      work: (instance: Instance, messages: readonly string[]) => { value: Value; pixels: number },
    ): Promise<Value> {
      const current = await (live ??= start());
      messages = [];
      try {
        const { value, pixels } = work(current, messages);
        pixelsSeen += pixels;
        if (pixelsSeen > PIXELS_PER_INSTANCE) drop();
        return value;
      } catch (thrown) {
        // libjpeg fails by exit(): stack and heap are not unwound, and later calls may fail or return wrong results.
        drop();
        throw thrown;
      }
    },
  };

  function drop(): void {
    live = null;
    pixelsSeen = 0;
  }
}
