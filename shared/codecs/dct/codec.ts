import { decodeSamples } from '../jpeg/samples/decode.ts';
import type { WasmModules } from '../wasm-modules.ts';
import { createMozjpeg, type DctCodec } from './mozjpeg.ts';

/**
 * Unpacks by our own decoder, and by mozjpeg what that does not take: the samples are the same, at a third of the memory.
 * Packs by mozjpeg.
 */
export function createDctCodec(modules: WasmModules): DctCodec {
  const mozjpeg = createMozjpeg(modules);
  return {
    decode: async (jpeg, channels) => decodeSamples(jpeg, channels) ?? mozjpeg.decode(jpeg, channels),
    encode: mozjpeg.encode,
  };
}
