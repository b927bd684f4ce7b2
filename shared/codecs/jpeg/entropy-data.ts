import { MARKER } from '../dct-header.ts';

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
  let filled = 0;
  let from = start;
  let end = bytes.length;
  for (;;) {
    const mark = bytes.indexOf(0xff, from);
    if (mark === -1 || mark + 1 >= bytes.length) {
      filled += copy(bytes, from, bytes.length, buffer, filled);
      break;
    }
    const next = bytes[mark + 1];
    const isStuffed = next === 0;
    filled += copy(bytes, from, isStuffed ? mark + 1 : mark, buffer, filled);
    from = mark + 2;
    if (isStuffed) continue;
    // "Any marker may optionally be preceded by any number of fill bytes" (B.1.1.2)
    if (next === 0xff) {
      from = mark + 1;
      continue;
    }
    if (next < MARKER.RST0 || next > MARKER.RST7) {
      end = mark;
      break;
    }
    if (next - MARKER.RST0 !== segmentEnds.length % 8) return null;
    segmentEnds.push(filled * 8);
  }
  // A restart marker behind the last interval, as some scanners write it, starts nothing.
  if (segmentEnds.at(-1) !== filled * 8) segmentEnds.push(filled * 8);
  buffer.fill(0, filled, filled + SPARE_BYTES);
  return { view: new DataView(buffer.buffer, buffer.byteOffset, buffer.length), segmentEnds, end };
}

function copy(from: Uint8Array, start: number, end: number, to: Uint8Array, at: number): number {
  if (end - start > 64) {
    to.set(from.subarray(start, end), at);
  } else {
    for (let index = start; index < end; index += 1) to[at + index - start] = from[index];
  }
  return end - start;
}
