import { joinedBytes } from '../../../lists.ts';
import { type DctSegment, headerSegments, MARKER, segmentAt, segmentBody, startsWith } from './header.ts';

/**
 * Edits the segments of JPEGs: metadata (EXIF, IPTC, XMP, comments, thumbnails, an embedded profile, anything
 * after the end) is removed or moved; data for decoding stays byte for byte, above all entropy-coded data.
 */

/**
 * Returns the JPEG without metadata; the same array if there is none, or if the structure is unexpected. Also
 * removes an ICC profile in APP2: the image dictionary's `/ColorSpace` applies (ISO 32000-2, 7.4.8).
 */
export function stripMetadata(bytes: Uint8Array): Uint8Array {
  const kept = keptRanges(bytes);
  if (kept === null || isWhole(kept, bytes.length)) return bytes;
  return joinedBytes(kept.map(([start, end]) => bytes.subarray(start, end)));
}

/** Returns whether `stripMetadata` would remove anything. */
export function hasMetadata(bytes: Uint8Array): boolean {
  const kept = keptRanges(bytes);
  return kept !== null && !isWhole(kept, bytes.length);
}

/** Returns the metadata segments before the first scan, concatenated, for insertion into another JPEG. */
export function metadataSegments(bytes: Uint8Array): Uint8Array {
  const segments = headerSegments(bytes) ?? [];
  return joinedBytes(
    segments.filter((each) => isMetadata(bytes, each)).map(({ start, end }) => bytes.subarray(start, end)),
  );
}

/** Inserts segments after SOI and after an existing JFIF segment, which must come first. */
export function insertSegments(jpeg: Uint8Array, segments: Uint8Array): Uint8Array {
  if (segments.length === 0) return jpeg;
  const first = segmentAt(jpeg, 2);
  const at = first?.marker === MARKER.APP0 ? first.end : 2;
  return joinedBytes([jpeg.subarray(0, at), segments, jpeg.subarray(at)]);
}

/** Returns whether the end marker is missing, ignoring padding: the last rows are missing. */
export function isTruncated(jpeg: Uint8Array): boolean {
  let end = jpeg.length;
  while (end > 2 && (jpeg[end - 1] === 0 || jpeg[end - 1] === 10 || jpeg[end - 1] === 13)) end -= 1;
  if (jpeg[end - 2] === 0xff && jpeg[end - 1] === MARKER.EOI) return false;
  // Cameras append images and videos after the end.
  const kept = keptRanges(jpeg);
  const last = kept?.at(-1)?.[1];
  return last === undefined || jpeg[last - 2] !== 0xff || jpeg[last - 1] !== MARKER.EOI;
}

type Range = readonly [start: number, end: number];

function isWhole(ranges: readonly Range[], length: number): boolean {
  return ranges.length === 1 && ranges[0]![0] === 0 && ranges[0]![1] === length;
}

/** Returns the ranges to keep, from SOI to EOI; null if a part is not understood. */
function keptRanges(bytes: Uint8Array): Range[] | null {
  if (bytes[0] !== 0xff || bytes[1] !== MARKER.SOI) return null;
  const kept: Range[] = [];
  const keep = (start: number, end: number) => {
    const last = kept.at(-1);
    if (last !== undefined && last[1] === start) kept[kept.length - 1] = [last[0], end];
    else kept.push([start, end]);
  };
  keep(0, 2);
  let at = 2;
  while (at < bytes.length) {
    if (bytes[at] === 0xff && bytes[at + 1] === MARKER.EOI) {
      keep(at, at + 2);
      return kept;
    }
    const segment = segmentAt(bytes, at);
    if (segment === null) return null;
    if (!isMetadata(bytes, segment)) keep(segment.start, segment.end);
    at = segment.end;
    if (segment.marker === MARKER.SOS) {
      const end = entropyEnd(bytes, at);
      keep(at, end);
      at = end;
    }
  }
  // No EOI: accepted, as in decoders.
  return kept;
}

/** Offset of the first marker after `at` that is neither a stuffed 0xFF nor a restart (T.81, B.1.1.5). */
export function entropyEnd(bytes: Uint8Array, at: number): number {
  let end = bytes.indexOf(0xff, at);
  while (end !== -1 && end + 1 < bytes.length) {
    const next = bytes[end + 1]!;
    const isData = next === 0 || (next >= MARKER.RST0 && next <= MARKER.RST7);
    if (!isData && next !== 0xff) return end;
    end = bytes.indexOf(0xff, end + (isData ? 2 : 1));
  }
  return bytes.length;
}

function isMetadata(bytes: Uint8Array, segment: DctSegment): boolean {
  if (segment.marker === MARKER.COM) return true;
  if (segment.marker < MARKER.APP0 || segment.marker > MARKER.APP15) return false;
  const body = segmentBody(bytes, segment);
  // Decoders read the color transform from these two (T.871; Adobe technical note 5116).
  if (segment.marker === MARKER.APP14) return !startsWith(body, 'Adobe');
  if (segment.marker === MARKER.APP0) return !startsWith(body, 'JFIF\0');
  return true;
}
