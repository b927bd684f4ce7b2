import { MARKER } from '../format/header.ts';

/** The entropy-coded data of one scan, without stuffed bytes and restart markers (T.81, B.1.1.5). */
export interface EntropyData {
  /** Readable 32 bits at a time up to `SPARE_BYTES` behind the last segment. */
  readonly view: DataView;
  /** Bit offset where each entropy-coded segment ends; the next one starts there. */
  readonly segmentEnds: readonly number[];
  /** Offset in the file of the marker that ended the scan, or the file's length. */
  readonly end: number;
}

/**
 * More than one block can take: 64 codes of 16 bits with values of 16 bits. So a decoder may find out after a
 * block that it read too far.
 */
const SPARE_BYTES = 512;

/** A buffer that `unstuff` can fill from any scan of a file of this length. */
export function entropyBuffer(fileBytes: number): Uint8Array {
  return new Uint8Array(fileBytes + SPARE_BYTES);
}

/** Copies a scan's data from `start` on into `buffer`; null when restart markers are out of order. */
export function unstuff(bytes: Uint8Array, start: number, buffer: Uint8Array): EntropyData | null {
  const segmentEnds: number[] = [];
  const { length } = bytes;
  let filled = 0;
  let at = start;
  let end = length;
  while (at < length) {
    const byte = bytes[at];
    buffer[filled] = byte;
    filled += 1;
    at += 1;
    if (byte !== 0xff || at >= length) continue;
    const next = bytes[at];
    at += 1;
    if (next === 0) continue;
    filled -= 1;
    // "Any marker may optionally be preceded by any number of fill bytes" (B.1.1.2)
    if (next === 0xff) {
      at -= 1;
    } else if (next < MARKER.RST0 || next > MARKER.RST7) {
      end = at - 2;
      break;
    } else {
      if (next - MARKER.RST0 !== segmentEnds.length % 8) return null;
      segmentEnds.push(filled * 8);
    }
  }
  // A restart marker behind the last interval, as some scanners write it, starts nothing.
  if (segmentEnds.at(-1) !== filled * 8) segmentEnds.push(filled * 8);
  buffer.fill(0, filled, filled + SPARE_BYTES);
  return { view: new DataView(buffer.buffer, buffer.byteOffset, buffer.length), segmentEnds, end };
}
