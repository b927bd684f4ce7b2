import { decodeRows, decodeSamples } from '../jpeg/samples/decode.ts';
import type { Raster, RasterStream } from '../pixels/raster.ts';
import type { WasmModules } from '../wasm-modules.ts';
import { createMozjpegDecoder, type DctDecoder } from './mozjpeg.ts';

export interface DctRowsDecoder extends DctDecoder {
  /**
   * Like decode() for consumers that need each row once, since a large image is not in memory as a whole.
   * Returns the result of `use`, which may be called a second time with other rows: its result for damaged
   * rows is then discarded.
   */
  decodeRows<Made>(
    jpeg: Uint8Array,
    channels: 1 | 3,
    use: (picture: Raster | RasterStream) => Made,
  ): Promise<Made | null>;
}

/**
 * Uses our own decoder, and libjpeg for files that it does not support: the samples are the same, with a few
 * rows in memory.
 */
export function createDctDecoder(modules: WasmModules): DctRowsDecoder {
  const mozjpeg = createMozjpegDecoder(modules);
  return {
    decode: async (jpeg, channels) => decodeSamples(jpeg, channels) ?? mozjpeg.decode(jpeg, channels),
    async decodeRows(jpeg, channels, use) {
      const made = decodeRows(jpeg, channels, use);
      if (made !== null) return made;
      const raster = await mozjpeg.decode(jpeg, channels);
      return raster === null ? null : use(raster);
    },
  };
}
