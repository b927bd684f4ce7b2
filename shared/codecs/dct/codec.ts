import { decodeSamples } from '../jpeg/samples/decode.ts';
import type { WasmModules } from '../wasm-modules.ts';
import { createMozjpegDecoder, type DctDecoder } from './mozjpeg.ts';

/**
 * Unpacks by our own decoder, and by libjpeg what that does not take: the samples are the same, at a third of the memory.
 */
export function createDctDecoder(modules: WasmModules): DctDecoder {
  const mozjpeg = createMozjpegDecoder(modules);
  return {
    decode: async (jpeg, channels) => decodeSamples(jpeg, channels) ?? mozjpeg.decode(jpeg, channels),
  };
}
