/** Deflates large data in independent parts, on several threads, and joins them to one zlib stream. */
import { lastBlockOf } from './inflate-raw.ts';

/** Two thousandths of a part's size are lost, since a part cannot refer to the 32 KB before it. */
const PART_BYTES = 2 * 1024 * 1024;

/** Parts of equal size within one byte, as views. Data slightly larger than a part is a single part. */
export function partsOf(data: Uint8Array): readonly Uint8Array[] {
  const count = Math.max(1, Math.round(data.length / PART_BYTES));
  const start = (part: number) => Math.floor((part * data.length) / count);
  return Array.from({ length: count }, (_, part) => data.subarray(start(part), start(part + 1)));
}

/** A part as zlib data (RFC 1950) without a dictionary. */
export interface DeflatedPart {
  readonly packed: Uint8Array;
  /** Uncompressed bytes of the part. */
  readonly bytes: number;
}

const HEADER_BYTES = 2;
const CHECKSUM_BYTES = 4;
/** An empty stored block, after its three header bits and padding to a whole byte (RFC 1951, 3.2.4). */
const STORED_NOTHING = [0, 0, 0xff, 0xff];
const BLOCK_HEAD_BITS = 3;

/**
 * Joins consecutive parts to one zlib stream: each but the last loses its end marker and is padded to a whole
 * byte.
 */
export function joinedParts(parts: readonly DeflatedPart[]): Uint8Array {
  if (parts.length === 1) return parts[0]!.packed;
  const blocks = parts.map(({ packed }, index) => {
    const deflated = packed.subarray(HEADER_BYTES, packed.length - CHECKSUM_BYTES);
    return index === parts.length - 1 ? deflated : continued(deflated);
  });
  const bytes = blocks.reduce((sum, { length }) => sum + length, HEADER_BYTES + CHECKSUM_BYTES);
  const joined = new Uint8Array(bytes);
  joined.set(parts[0]!.packed.subarray(0, HEADER_BYTES));
  let at = HEADER_BYTES;
  for (const block of blocks) {
    joined.set(block, at);
    at += block.length;
  }
  new DataView(joined.buffer).setUint32(at, combineAdler32(parts));
  return joined;
}

/** Deflate data that more may follow: unused bits are 0, like the header bits of a stored block. */
function continued(deflated: Uint8Array): Uint8Array {
  const { at, end } = lastBlockOf(deflated);
  const bytes = Math.ceil((end + BLOCK_HEAD_BITS) / 8);
  const more = new Uint8Array(bytes + STORED_NOTHING.length);
  more.set(deflated);
  more[at >> 3]! &= ~(1 << (at & 7));
  more.set(STORED_NOTHING, bytes);
  return more;
}

/** The largest prime below 65,536 (RFC 1950, 8.2). */
const ADLER_BASE = 65_521;

/** Adler-32 of the whole, from those of its parts. */
function combineAdler32(parts: readonly DeflatedPart[]): number {
  let [sum, sumOfSums] = [1, 0];
  for (const { packed, bytes } of parts) {
    const end = new DataView(packed.buffer, packed.byteOffset + packed.length - CHECKSUM_BYTES);
    // The previous sum counts once more for each byte of the part.
    sumOfSums = (sumOfSums + end.getUint16(0) + (bytes % ADLER_BASE) * (sum - 1 + ADLER_BASE)) % ADLER_BASE;
    sum = (sum + end.getUint16(2) - 1 + ADLER_BASE) % ADLER_BASE;
  }
  return sumOfSums * 65_536 + sum;
}
