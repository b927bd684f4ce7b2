import { type Search, zlib } from './libdeflate.ts';
import { joinedParts, partsOf } from './parts.ts';

/**
 * libdeflate's near-optimal parsing (10 to 12) over its best greedy one (9): 4 % of a document in small streams, 5 to
 * 10 % in contents of more than a megabyte, at 0.6 s a megabyte in small ones and 0.15 s in large ones (10). 11 takes
 * up to twice the time of 10 for a quarter of a percent, 12 twice again for a tenth (1.5 on pictures).
 */
const DEFAULT_LEVEL = 10;
/** Level 8 is within half a percent of 9 here, in two thirds of its time. */
const LARGE_STREAM = { bytes: 16 * 1024 * 1024, level: 8 };

/** The level that is worth its time for good, of so many bytes. */
export function finalLevel(bytes: number): number {
  return bytes <= LARGE_STREAM.bytes ? DEFAULT_LEVEL : LARGE_STREAM.level;
}

/**
 * Up to here looking deeper is worth a percent or more of a picture, most of them being of few colours: within 2 % of level 11
 * in three quarters of its time.
 */
const DEEP_UP_TO_BYTES = 2 * 1024 * 1024;
const DEEP_SEARCH: Search = { maxSearchDepth: 100, niceMatchLength: 140 };

/** For comparing or guessing sizes: its order is nearly always the final one, at a sixth of the time. */
export const TRIAL_LEVEL = 6;

/** What came out at the level for good: deflating it again is in vain. */
const tight = new WeakSet<Uint8Array>();

/**
 * Deflates into the zlib format that FlateDecode wants (ISO 32000-2, 7.4.4), by libdeflate in WASM: the same bytes
 * in every host, which neither Node's zlib nor CompressionStream promise.
 *
 * @param level left out for good, given for a trial or a part
 */
export function deflate(data: Uint8Array, level?: number): Uint8Array {
  if (level !== undefined) return zlib(data, level);
  const final = finalLevel(data.length);
  const parts = partsOf(data).map((part) => ({ packed: zlib(part, final), bytes: part.length }));
  return markMaxCompressed(joinedParts(parts));
}

/** Rows of a picture for good, as one part. */
export function deflateRows(rows: Uint8Array): Uint8Array {
  const level = finalLevel(rows.length);
  return rows.length <= DEEP_UP_TO_BYTES ? zlib(rows, level, DEEP_SEARCH) : zlib(rows, level);
}

/** Remembers of bytes that `deflate` gave out in another thread what it knows of its own. */
export function markMaxCompressed(packed: Uint8Array): Uint8Array {
  tight.add(packed);
  return packed;
}

/** True for the very bytes that `deflate` gave out for good, here or elsewhere. */
export function isMaxCompressed(packed: Uint8Array): boolean {
  return tight.has(packed);
}
