import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import encoderFactory from '@jsquash/jpeg/codec/enc/mozjpeg_enc.js';
import { createDctDecoder } from '../../codecs/dct/codec.ts';
import type { DctDecoder } from '../../codecs/dct/mozjpeg.ts';
import { chromaQuality } from '../../codecs/jpeg/format/quant-tables.ts';
import { type Channels, type Raster, toRgba } from '../../codecs/pixels/raster.ts';
import type { WasmModules } from '../../codecs/wasm-modules.ts';

/** Makes JPEGs like other programs, and as a reference for our own encoder: mozjpeg 3.3.1. */
export interface MozjpegCodec extends DctDecoder {
  /** A JFIF file: one component for one channel, YCbCr for three. */
  encode(raster: Raster, settings: MozjpegSettings): Promise<Uint8Array>;
}

export interface MozjpegSettings {
  /** 1-100, libjpeg's scale, for the luminance; see `chromaQuality`. */
  readonly quality: number;
  readonly chroma: '4:2:0' | '4:4:4';
  readonly scans: 'progressive' | 'sequential';
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
type EmscriptenFactory = (overrides: {
  readonly noInitialRun: boolean;
  readonly instantiateWasm: (
    imports: WasmImports,
    callback: (instance: WebAssembly.Instance) => void,
  ) => unknown;
}) => Promise<MozjpegEncoder>;

/** mozjpeg's numbers for the color space of the file (J_COLOR_SPACE). */
const GRAYSCALE = 1;
const YCBCR = 3;

export function createMozjpegCodec(modules: WasmModules): MozjpegCodec {
  const { resolve } = createRequire(import.meta.url);
  const module = new WebAssembly.Module(readFileSync(resolve('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm')));
  // The cast: the module is a plain Emscripten factory; see the interfaces above.
  const encoder = (encoderFactory as unknown as EmscriptenFactory)({
    noInitialRun: true,
    instantiateWasm: (imports, callback) => {
      const instance = new WebAssembly.Instance(module, imports);
      callback(instance);
      return instance.exports;
    },
  });
  return {
    ...createDctDecoder(modules),
    encode: async (raster, settings) =>
      (await encoder).encode(
        toRgba(raster),
        raster.width,
        raster.height,
        mozjpegOptions(raster.channels, settings),
      ),
  };
}

function mozjpegOptions(channels: Channels, { quality, chroma, scans }: MozjpegSettings) {
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
    // The automatic choice would be 4:4:4 from quality 90 on: a quarter more bytes for no visible gain.
    auto_subsample: false,
    chroma_subsample: chroma === '4:2:0' ? 2 : 1,
    separate_chroma_quality: true,
    chroma_quality: chromaQuality(quality, chroma),
  };
}
