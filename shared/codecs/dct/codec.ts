import { decodeRows, decodeSamples } from '../jpeg/samples/decode.ts';
import type { Raster, RasterRows } from '../pixels/raster.ts';
import type { WasmModules } from '../wasm-modules.ts';
import { createMozjpegDecoder, type DctDecoder } from './mozjpeg.ts';

export interface DctRowsDecoder extends DctDecoder {
  /** The same; a large picture in rows that are made when they are asked for. */
  decodeRows(jpeg: Uint8Array, channels: 1 | 3): Promise<Raster | RasterRows | null>;
}

/**
 * Unpacks by our own decoder, and by libjpeg what that does not take: the samples are the same, at a third of the memory.
 */
export function createDctDecoder(modules: WasmModules): DctRowsDecoder {
  const mozjpeg = createMozjpegDecoder(modules);
  return {
    decode: async (jpeg, channels) => decodeSamples(jpeg, channels) ?? mozjpeg.decode(jpeg, channels),
    decodeRows: async (jpeg, channels) => decodeRows(jpeg, channels) ?? mozjpeg.decode(jpeg, channels),
  };
}
