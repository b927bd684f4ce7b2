import decoderFactory from '@jsquash/jpeg/codec/dec/mozjpeg_dec.js';
import encoderFactory from '@jsquash/jpeg/codec/enc/mozjpeg_enc.js';
import { isCodecFailure } from '../codec-failure.ts';
import { type Channels, fromRgba, type Raster, toRgba } from '../pixels/raster.ts';
import type { WasmModules, WasmName } from '../wasm-modules.ts';

/** How a raster becomes a JPEG. The rest is fixed: what was measured best for looks per byte. */
export interface DctSettings {
  /** 1-100, libjpeg's scale: that of the luminance, see `chromaQuality`. */
  readonly quality: number;
  /** Half resolution for colour in both directions, or full, for coloured text and screens. Gray has none. */
  readonly chroma: '4:2:0' | '4:4:4';
  /** Progressive is smaller and takes twice the time; a lossless pass over a sequential file is smaller still. */
  readonly scans: 'progressive' | 'sequential';
}

export interface DctCodec {
  /**
   * Unpacks a gray, YCbCr or RGB JPEG of 8 bits. EXIF orientation and embedded profiles are ignored, as a PDF
   * reader does. Null when libjpeg gives up or has to invent pixels; sniff the header first, since giving up costs
   * a new instance.
   */
  decode(jpeg: Uint8Array, channels: 1 | 3): Promise<Raster | null>;
  /** A JFIF file of one component for one channel, YCbCr for three. */
  encode(raster: Raster, settings: DctSettings): Promise<Uint8Array>;
}

/** The parts of the two Emscripten modules that are used; their own types want the DOM. */
interface MozjpegDecoder {
  decode(
    jpeg: Uint8Array,
    preserveOrientation: boolean,
  ): { readonly data: Uint8ClampedArray; readonly width: number; readonly height: number } | null;
}
interface MozjpegEncoder {
  encode(
    rgba: Uint8ClampedArray,
    width: number,
    height: number,
    options: Readonly<Record<string, number | boolean>>,
  ): Uint8Array;
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
 * WASM memory never shrinks: an 18-megapixel job leaves some 700 MB behind. After this many pixels the instance is let go.
 */
const PIXELS_PER_INSTANCE = 20_000_000;

/** libjpeg's warnings after which part of the picture is a guess; extraneous bytes, its most frequent one, are harmless. */
const INVENTED_PIXELS = /premature end|bad huffman|instead of RST|inconsistent progression/i;

/** mozjpeg's numbers for the colour space of the file (J_COLOR_SPACE). */
const GRAYSCALE = 1;
const YCBCR = 3;

/** All by mozjpeg. */
export function createMozjpeg(modules: WasmModules): DctCodec {
  // The casts: both modules are plain Emscripten factories; see the interfaces above.
  const decoder = reusable(
    decoderFactory as unknown as EmscriptenFactory<MozjpegDecoder>,
    modules,
    'mozjpeg-decode',
  );
  const encoder = reusable(
    encoderFactory as unknown as EmscriptenFactory<MozjpegEncoder>,
    modules,
    'mozjpeg-encode',
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
    encode: (raster, settings) =>
      encoder.use((instance) => ({
        value: instance.encode(toRgba(raster), raster.width, raster.height, {
          ...mozjpegOptions(raster.channels, settings),
        }),
        pixels: raster.width * raster.height,
      })),
  };
}

function mozjpegOptions(channels: Channels, { quality, chroma, scans }: DctSettings) {
  return {
    quality,
    baseline: scans === 'sequential',
    arithmetic: false,
    progressive: scans === 'progressive',
    optimize_coding: true,
    smoothing: 0,
    color_space: channels === 1 ? GRAYSCALE : YCBCR,
    quant_table: 3,
    trellis_multipass: false,
    trellis_opt_zero: true,
    trellis_opt_table: false,
    trellis_loops: 1,
    // The automatic choice would be 4:4:4 from quality 90 on, a quarter more bytes for no visible gain.
    auto_subsample: false,
    chroma_subsample: chroma === '4:2:0' ? 2 : 1,
    separate_chroma_quality: true,
    chroma_quality: chroma === '4:4:4' ? quality : chromaQuality(quality),
  };
}

/**
 * mozjpeg's table 3 is one for all components, so at equal quality colour gets far finer steps than in the standard's
 * own tables (T.81, K.2), which no eye asks for. At quality 50 this saves 2 % of the bytes of photographs with
 * luminance as it was; where colour carries text (4:4:4) it stays as fine. Half as much again would save one more per
 * cent, and red bricks begin to fade.
 */
function chromaQuality(quality: number): number {
  const coarser = quality - Math.min(10, Math.round((100 - quality) * 0.25));
  return Math.max(coarser, Math.min(quality, LEAST_CHROMA_QUALITY));
}

/** Below this, soft gradients show bands of pink and green. */
const LEAST_CHROMA_QUALITY = 35;

/** One instance, used again until it has seen too many pixels or has thrown. */
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
        // libjpeg leaves by exit(): stack and heap are not unwound, and later calls may fail or lie.
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
