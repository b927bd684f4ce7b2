import { zlib } from 'libdeflate';

/**
 * Up to this size level 11: 12 takes a fifth more time for less than a tenth of a percent of a document, 10 loses up to
 * one percent. Above it near-optimal parsing costs seconds per stream for a few tenths of a percent.
 */
const OPTIMAL_UP_TO_BYTES = 1024 * 1024;

/** What came out at the level for good: deflating it again is in vain. */
const tight = new WeakSet<Uint8Array>();

/**
 * Deflates into the zlib format that FlateDecode wants (ISO 32000-2, 7.4.4), by libdeflate in WASM: the same bytes
 * in every host, which neither Node's zlib nor CompressionStream promise.
 *
 * @param level left out for good, given for a trial
 */
export function deflate(data: Uint8Array, level?: number): Uint8Array {
  if (level !== undefined) return zlib(data, level);
  const packed = zlib(data, data.length <= OPTIMAL_UP_TO_BYTES ? 11 : 9);
  tight.add(packed);
  return packed;
}

/** True for the very bytes that `deflate` gave out for good in this run. */
export function isTight(packed: Uint8Array): boolean {
  return tight.has(packed);
}
