import type { Jbig2Coding } from './coding.ts';

/**
 * Reads the segments of an embedded JBIG2 stream (ITU-T T.88, 7.2), and checks whether its pixels can be
 * decoded with certainty.
 */

/** Segment types of 7.3 that are used here. */
const SYMBOL_DICTIONARY = 0;
const GENERIC_REGIONS: ReadonlySet<number> = new Set([38, 39]);
/** Immediate text, halftone and generic regions. Refinement and intermediate regions are not decoded. */
const REGIONS: ReadonlySet<number> = new Set([6, 7, 22, 23, ...GENERIC_REGIONS]);
/** All regions: text, halftone, generic and refinement, each intermediate, immediate or lossless. */
const ALL_REGIONS: ReadonlySet<number> = new Set([...REGIONS, 4, 20, 36, 40, 42, 43]);
/** Symbol dictionaries and text regions. */
const SYMBOLS: ReadonlySet<number> = new Set([SYMBOL_DICTIONARY, 4, 6, 7]);
const PAGE_INFORMATION = 48;
/** Pattern dictionary, end of page, of stripe and of file, code table, extension. */
const OTHER_KNOWN: ReadonlySet<number> = new Set([16, 49, 50, 51, 53, 62]);

/** A height or length that is given later (7.4.8.2, 7.2.7). */
const UNKNOWN = 0xffffffff;
/** Supported combination operators: OR and XOR (7.4.1.5). */
const OPERATORS: ReadonlySet<number> = new Set([0, 2]);
const REGION_INFORMATION_BYTES = 17;
const PAGE_INFORMATION_BYTES = 19;

export interface Segment {
  readonly type: number;
  /** Range of the segment's data; `end` exceeds the stream if the data is truncated. */
  readonly start: number;
  readonly end: number;
}

export interface Jbig2Page {
  readonly width: number;
  readonly height: number;
}

/** Returns the page of the streams; null if something in them would be decoded wrongly or not at all. */
export function readJbig2Page(globals: Uint8Array | null, data: Uint8Array): Jbig2Page | null {
  const globalSegments = globals === null ? [] : readSegments(globals);
  const segments = readSegments(data);
  if (globalSegments === null || segments === null) return null;
  if (isCutOff(data) || (globals !== null && isCutOff(globals))) return null;
  if (globals !== null && !globalSegments.every((segment) => isPlainDictionary(globals, segment)))
    return null;

  const infos = segments.filter(({ type }) => type === PAGE_INFORMATION);
  const [info] = infos;
  if (info === undefined || infos.length > 1) return null;
  const page = readPageInformation(data, info);
  if (page === null) return null;

  const decodable = segments.every((segment) =>
    REGIONS.has(segment.type) ? isPlainRegion(data, segment, page) : isPlainDictionary(data, segment),
  );
  return decodable ? page : null;
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
  const regions = (readSegments(data) ?? []).filter(({ type }) => ALL_REGIONS.has(type));
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

interface PageInformation {
  readonly width: number;
  readonly height: number;
  readonly operator: number;
  readonly regionsMayOverride: boolean;
}

function readPageInformation(bytes: Uint8Array, { start, end }: Segment): PageInformation | null {
  if (end - start < PAGE_INFORMATION_BYTES || end > bytes.length) return null;
  const width = uint32(bytes, start);
  const height = uint32(bytes, start + 4);
  if (width === 0 || height === 0 || height === UNKNOWN) return null;
  const flags = bytes[start + 16];
  return { width, height, operator: (flags >> 3) & 3, regionsMayOverride: (flags & 0x40) !== 0 };
}

/** Inside the page, with a supported operator, and without the extended template of amendment 2. */
function isPlainRegion(bytes: Uint8Array, { type, start, end }: Segment, page: PageInformation): boolean {
  if (end - start <= REGION_INFORMATION_BYTES || start + REGION_INFORMATION_BYTES >= bytes.length)
    return false;
  const right = uint32(bytes, start) + uint32(bytes, start + 8);
  const bottom = uint32(bytes, start + 4) + uint32(bytes, start + 12);
  if (right > page.width || bottom > page.height) return false;

  const operator = bytes[start + 16] & 7;
  if (!OPERATORS.has(operator)) return false;
  if (operator !== page.operator && !page.regionsMayOverride) return false;

  const extendedTemplate = (bytes[start + REGION_INFORMATION_BYTES] & 0x10) !== 0;
  return !(GENERIC_REGIONS.has(type) && extendedTemplate);
}

/** A known segment other than a region; symbol dictionaries must not reuse another one's contexts (7.4.2.1.1). */
function isPlainDictionary(bytes: Uint8Array, { type, start }: Segment): boolean {
  if (type === SYMBOL_DICTIONARY) return ((bytes[start] ?? 0) & 0x01) === 0;
  return type === PAGE_INFORMATION || OTHER_KNOWN.has(type);
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
