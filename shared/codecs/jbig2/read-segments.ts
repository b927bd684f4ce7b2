import type { Jbig2Coding } from './coding.ts';

/** Reads the headers of the segments of an embedded JBIG2 stream (ITU-T T.88, 7.2). */

/** Regions of 7.3: text, halftone, generic and refinement, each intermediate, immediate or lossless. */
const REGIONS: ReadonlySet<number> = new Set([4, 6, 7, 20, 22, 23, 36, 38, 39, 40, 42, 43]);
/** Symbol dictionaries and text regions. */
const SYMBOLS: ReadonlySet<number> = new Set([0, 4, 6, 7]);

/** A length that is given later (7.2.7). */
const UNKNOWN = 0xffffffff;

interface Segment {
  readonly type: number;
  /** Range of the segment's data; `end` exceeds the stream if the data is truncated. */
  readonly start: number;
  readonly end: number;
}

/** Returns `symbols` if anything in the streams defines or places symbols, or if they cannot be read. */
export function jbig2Coding(data: Uint8Array, globals: Uint8Array | null): Jbig2Coding {
  const segments = [readSegments(data), globals === null ? [] : readSegments(globals)];
  const isGeneric = segments.every((each) => each?.every(({ type }) => !SYMBOLS.has(type)));
  return isGeneric ? 'generic' : 'symbols';
}

/** Returns whether the data of a segment is truncated, or headers cannot be read. */
export function isCutOff(data: Uint8Array): boolean {
  return readSegments(data)?.some(({ end }) => end > data.length) ?? true;
}

/** Total pixels of all regions, including overlaps; 0 if headers cannot be read. */
export function regionPixels(data: Uint8Array): number {
  const regions = (readSegments(data) ?? []).filter(({ type }) => REGIONS.has(type));
  return regions.reduce((sum, { start }) => sum + uint32(data, start) * uint32(data, start + 4), 0);
}

/** Null if a header is broken or a length is unknown. */
function readSegments(bytes: Uint8Array): Segment[] | null {
  const segments: Segment[] = [];
  let position = 0;
  while (position < bytes.length) {
    const segment = readSegmentHeader(bytes, position);
    if (segment === null) return null;
    segments.push(segment);
    position = segment.end;
  }
  return segments;
}

function readSegmentHeader(bytes: Uint8Array, from: number): Segment | null {
  const number = uint32(bytes, from);
  const flags = bytes[from + 4] ?? 0;
  let position = from + 5;
  // 7.2.4: a count up to 4 with its retention flags in one byte, or the long form.
  let referredTo = (bytes[position] ?? 0) >> 5;
  if (referredTo === 5 || referredTo === 6) return null;
  if (referredTo < 5) {
    position += 1;
  } else {
    referredTo = uint32(bytes, position) & 0x1fffffff;
    position += 4 + Math.ceil((referredTo + 1) / 8);
  }
  // 7.2.5 and 7.2.6: sizes of segment numbers and of the page number.
  position += referredTo * (number <= 256 ? 1 : number <= 65536 ? 2 : 4);
  position += flags & 0x40 ? 4 : 1;
  const length = uint32(bytes, position);
  const start = position + 4;
  if (start > bytes.length || length === UNKNOWN) return null;
  return { type: flags & 0x3f, start, end: start + length };
}

function uint32(bytes: Uint8Array, at: number): number {
  return (
    (((bytes[at] ?? 0) << 24) |
      ((bytes[at + 1] ?? 0) << 16) |
      ((bytes[at + 2] ?? 0) << 8) |
      (bytes[at + 3] ?? 0)) >>>
    0
  );
}
