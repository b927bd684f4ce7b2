import { zlib } from 'libdeflate';

/**
 * Up to this size level 11: 12 takes a fifth more time for less than a tenth of a percent of a document, 10 loses up to
 * one percent. Above it near-optimal parsing costs seconds per stream for a few tenths of a percent.
 */
const OPTIMAL_UP_TO_BYTES = 1024 * 1024;

/**
 * Deflates into the zlib format that FlateDecode wants (ISO 32000-2, 7.4.4), by libdeflate in WASM: the same bytes
 * in every host, which neither Node's zlib nor CompressionStream promise.
 */
export function deflate(data: Uint8Array, level = data.length <= OPTIMAL_UP_TO_BYTES ? 11 : 9): Uint8Array {
  return zlib(data, level);
}
