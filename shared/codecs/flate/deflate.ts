import { type Search, zlib } from './libdeflate.ts';
import { joinedParts, partsOf } from './parts.ts';

/**
 * libdeflate's near-optimal parsing (10 to 12) versus its best greedy one (9): saves 4 % of a document in
 * small streams, 5 to 10 % in contents of more than a megabyte, at 0.6 s per megabyte in small ones and 0.15
 * s in large ones (10). 11 takes up to twice the time of 10 for a quarter of a percent, 12 twice again for a
 * tenth (1.5 on images).
 */
const DEFAULT_LEVEL = 10;
/** Level 9 saves 1 % of large photographs over 8 for up to half more time; 10 takes three times as long as 9. */
const LARGE_STREAM = { bytes: 16 * 1024 * 1024, level: 9 };

/** Returns the level for final output of this size. */
export function finalLevel(bytes: number): number {
  return bytes <= LARGE_STREAM.bytes ? DEFAULT_LEVEL : LARGE_STREAM.level;
}

/**
 * Up to this size a deeper search saves a percent or more of an image with few colors (as most are): within 2
 * % of level 11 in three quarters of its time.
 */
const DEEP_UP_TO_BYTES = 2 * 1024 * 1024;
const DEEP_SEARCH: Search = { maxSearchDepth: 100, niceMatchLength: 140 };

/** For comparing or estimating sizes: the order is nearly always the final one, at a sixth of the time. */
export const TRIAL_LEVEL = 6;

/** Final output, which need not be deflated again. */
const tight = new WeakSet<Uint8Array>();

/**
 * Deflates to the zlib format of FlateDecode (ISO 32000-2, 7.4.4) with libdeflate in WASM: the same bytes in
 * every host, unlike Node's zlib and CompressionStream.
 * @param level absent for final output, given for a trial or a part
 */
export function deflate(data: Uint8Array, level?: number): Uint8Array {
  if (level !== undefined) return zlib(data, level);
  const final = finalLevel(data.length);
  const parts = partsOf(data).map((part) => ({ packed: zlib(part, final), bytes: part.length }));
  return markMaxCompressed(joinedParts(parts));
}

/** Deflates rows of an image at the final level, as one part. */
export function deflateRows(rows: Uint8Array): Uint8Array {
  const level = finalLevel(rows.length);
  return rows.length <= DEEP_UP_TO_BYTES ? zlib(rows, level, DEEP_SEARCH) : zlib(rows, level);
}

/** Marks bytes that `deflate` returned in another thread as final. */
export function markMaxCompressed(packed: Uint8Array): Uint8Array {
  tight.add(packed);
  return packed;
}

/** Returns whether this array is final output of `deflate`, here or in another thread. */
export function isMaxCompressed(packed: Uint8Array): boolean {
  return tight.has(packed);
}
