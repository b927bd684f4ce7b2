import { decodeRows, decodeSamples } from '../jpeg/samples/decode.ts';
import type { Raster, RasterStream } from '../pixels/raster.ts';
import type { WasmModules } from '../wasm-modules.ts';
import { createMozjpegDecoder, type DctDecoder } from './mozjpeg.ts';

export interface DctRowsDecoder extends DctDecoder {
  /**
   * The same for what needs each row but once, since a large picture is not in memory as a whole. Gives what `use` makes of it,
   * which may be called once more, with other rows: what it made of damaged ones is dropped.
   */
  decodeRows<Made>(
    jpeg: Uint8Array,
    channels: 1 | 3,
    use: (picture: Raster | RasterStream) => Made,
  ): Promise<Made | null>;
}

/**
 * Unpacks by our own decoder, and by libjpeg what that does not take: the samples are the same, in a few rows of memory.
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
