import { isCodecFailure } from '../codecs/codec-failure.ts';
import { encodeJpeg4, encodeUntransformed } from '../codecs/dct/cmyk.ts';
import { createDctDecoder, type DctRowsDecoder } from '../codecs/dct/codec.ts';
import { draftOptimizedJpeg } from '../codecs/dct/lossless.ts';
import { type DeferredEncoding, finishedAs } from '../codecs/deferred-encoding.ts';
import { draftSamples, type SampleSettings } from '../codecs/jpeg/samples/encode.ts';
import { type DecodedJpx, decodeJpx } from '../codecs/jpx/decode.ts';
import { encodeJpx } from '../codecs/jpx/encode.ts';
import type { Raster } from '../codecs/pixels/raster.ts';
import type { WasmModules } from '../codecs/wasm-modules.ts';
import { type BilevelReading, type BilevelSource, readBilevel } from './bilevel/bilevel-source.ts';

/** Codecs for image jobs; instances live as long as this, one set per thread. */
export interface ImageCodecs {
  readonly dct: DctRowsDecoder;
  /** Same coefficients in the smallest file, possibly the JPEG itself; `about` is a lower bound. */
  readonly optimizeJpeg: (jpeg: Uint8Array) => DeferredEncoding<Uint8Array>;
  /** JPEG 2000 at its size divided by 2^reducePower; null if it cannot be decoded. */
  readonly decodeJpx: (
    data: Uint8Array,
    components: 1 | 3 | 4,
    reducePower: number,
  ) => Promise<DecodedJpx | null>;
  /** An encoder of gray and RGB as reversible JPEG 2000, which returns null if the image has no such form. */
  readonly jpxEncoder: () => Promise<(raster: Raster) => Uint8Array | null>;
  /** A fax or JBIG2 image of this size, if two decoders agree on it. */
  readonly readBilevel: (width: number, height: number, source: BilevelSource) => Promise<BilevelReading>;
}

export function createImageCodecs(modules: WasmModules): ImageCodecs {
  return {
    dct: createDctDecoder(modules),
    decodeJpx: async (data, components, reducePower) =>
      decodeJpx(data, {
        module: await modules.wasmModule('openjpeg'),
        components,
        reducePower,
        maxPixels: Number.MAX_SAFE_INTEGER,
      }),
    jpxEncoder: async () => {
      const [encoder, decoder] = await Promise.all([
        modules.wasmModule('openjpeg-encode'),
        modules.wasmModule('openjpeg'),
      ]);
      return (raster) => encodeJpx(raster, { encoder, decoder });
    },
    readBilevel: async (width, height, source) =>
      readBilevel(width, height, source, await modules.wasmModule('pdfium-bilevel')),
    optimizeJpeg: (jpeg) => {
      const draft = draftOptimizedJpeg(jpeg);
      if (draft === null) return { about: jpeg.length, finish: () => jpeg };
      return finishedAs(draft, (smaller) => smaller?.bytes ?? jpeg);
    },
  };
}

export interface JpegSettings {
  readonly quality: number;
  /** None: three or four channels without luminance, each coded separately. */
  readonly chroma: SampleSettings['chroma'] | 'none';
}

/** T.81, B.2.2. */
const MAX_JPEG_SIDE = 65_535;

/**
 * Drafts a JPEG in two steps, for when another encoding may win; null if it is too large or memory does not
 * suffice.
 */
export function draftJpeg(
  raster: Raster,
  { quality, chroma }: JpegSettings,
): DeferredEncoding<Uint8Array> | null {
  const { width, height, channels, samples } = raster;
  if (Math.max(width, height) > MAX_JPEG_SIDE) return null;
  if (chroma === 'none') return finished(encodeUntransformed(raster, quality));
  if (channels === 4) return finished(encodeJpeg4({ width, height, data: samples }, { quality, chroma }));
  try {
    return draftSamples(raster, { quality, chroma });
  } catch (thrown) {
    if (isCodecFailure(thrown) || thrown instanceof RangeError) return null;
    throw thrown;
  }
}

function finished(jpeg: Uint8Array): DeferredEncoding<Uint8Array> {
  return { about: jpeg.length, finish: () => jpeg };
}
