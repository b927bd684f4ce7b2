import { type DctSegment, headerSegments, MARKER, segmentAt, segmentBody, startsWith } from './header.ts';

/**
 * Marker surgery on JPEGs: what is about the picture (EXIF, IPTC, XMP, comments, thumbnails, an embedded
 * profile, anything behind the end) goes or moves; what a decoder reads stays byte for byte, entropy-coded data above all.
 */

/**
 * The JPEG without metadata; the same array when there is none, or when the file is not built as expected.
 * An ICC profile in APP2 goes too: the image dictionary's `/ColorSpace` decides (ISO 32000-2, 7.4.8).
 */
export function stripMetadata(bytes: Uint8Array): Uint8Array {
  const kept = keptRanges(bytes);
  if (kept === null || isWhole(kept, bytes.length)) return bytes;
  return concat(kept.map(([start, end]) => bytes.subarray(start, end)));
}

/** True when `stripMetadata` would take something away. */
export function hasMetadata(bytes: Uint8Array): boolean {
  const kept = keptRanges(bytes);
  return kept !== null && !isWhole(kept, bytes.length);
}

/** The metadata segments before the first scan, one after the other, to be carried into another JPEG. */
export function metadataSegments(bytes: Uint8Array): Uint8Array {
  const segments = headerSegments(bytes) ?? [];
  return concat(
    segments.filter((each) => isMetadata(bytes, each)).map(({ start, end }) => bytes.subarray(start, end)),
  );
}

/** Puts segments behind SOI and, where there is one, the JFIF segment, which has to come first. */
export function insertSegments(jpeg: Uint8Array, segments: Uint8Array): Uint8Array {
  if (segments.length === 0) return jpeg;
  const first = segmentAt(jpeg, 2);
  const at = first?.marker === MARKER.APP0 ? first.end : 2;
  return concat([jpeg.subarray(0, at), segments, jpeg.subarray(at)]);
}

/** True when no end marker stands at the end, padding apart: the last rows are missing. */
export function isTruncated(jpeg: Uint8Array): boolean {
  let end = jpeg.length;
  while (end > 2 && (jpeg[end - 1] === 0 || jpeg[end - 1] === 10 || jpeg[end - 1] === 13)) end -= 1;
  if (jpeg[end - 2] === 0xff && jpeg[end - 1] === MARKER.EOI) return false;
  // Cameras append pictures and films behind the end.
  const kept = keptRanges(jpeg);
  const last = kept?.at(-1)?.[1];
  return last === undefined || jpeg[last - 2] !== 0xff || jpeg[last - 1] !== MARKER.EOI;
}

type Range = readonly [start: number, end: number];

function isWhole(ranges: readonly Range[], length: number): boolean {
  return ranges.length === 1 && ranges[0][0] === 0 && ranges[0][1] === length;
}

/** What stays, as neighbouring ranges, from SOI to EOI; null when a part is not understood. */
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
  // No EOI: decoders accept it, and so does this.
  return kept;
}

/** Offset of the first marker behind `at` that is neither a stuffed 0xFF nor a restart (T.81, B.1.1.5). */
export function entropyEnd(bytes: Uint8Array, at: number): number {
  let end = bytes.indexOf(0xff, at);
  while (end !== -1 && end + 1 < bytes.length) {
    const next = bytes[end + 1];
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
  // Decoders read the colour transform from these two (T.871; Adobe technical note 5116).
  if (segment.marker === MARKER.APP14) return !startsWith(body, 'Adobe');
  if (segment.marker === MARKER.APP0) return !startsWith(body, 'JFIF\0');
  return true;
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
