/**
 * Inflate (RFC 1950 around RFC 1951) for PDF streams: synchronous, the same in every host, size-limited, and
 * tolerant of damage: bytes before the damage are returned, since readers show them too. The Adler-32
 * checksum is not verified, as in readers.
 */
import { inflateRaw } from './inflate-raw.ts';
import type { Inflated } from './inflated.ts';

/** Two bits can encode a match of 258 bytes: a larger size hint is wrong or malicious. */
const MAX_GROWTH = 1032;

/**
 * Inflates zlib data.
 * @param maxBytes limit of the output, against decompression bombs
 * @param sizeHint expected bytes, if known, so that the output is allocated once
 */
export function inflate(data: Uint8Array, maxBytes: number, sizeHint = 0): Inflated {
  const hasHeader = hasZlibHeader(data);
  const wrapped = unpack(data, data.length < ZLIB_HEADER_BYTES ? 0 : ZLIB_HEADER_BYTES, maxBytes, sizeHint);
  // Some writers omit the zlib header; accepted only if the whole then decodes without damage.
  if (!hasHeader && wrapped.damaged) {
    const bare = unpack(data, 0, maxBytes, sizeHint);
    if (!bare.damaged) return bare;
  }
  return wrapped;
}

export const ZLIB_HEADER_BYTES = 2;

/** RFC 1950, 2.2: deflate, and the header's own check. */
export function hasZlibHeader(data: Uint8Array): boolean {
  return data.length >= ZLIB_HEADER_BYTES && (data[0]! & 15) === 8 && ((data[0]! << 8) | data[1]!) % 31 === 0;
}

function unpack(data: Uint8Array, start: number, maxBytes: number, sizeHint: number): Inflated {
  const guess = sizeHint > 0 ? Math.min(sizeHint, data.length * MAX_GROWTH) : data.length * 4;
  return inflateRaw(data, start, maxBytes, Math.max(64, guess));
}
