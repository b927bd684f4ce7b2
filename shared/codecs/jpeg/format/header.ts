/** Header data of a JPEG before its first scan (ITU-T T.81, Annex B). */
export interface DctHeader {
  readonly width: number;
  readonly height: number;
  /** Bits per sample. */
  readonly precision: number;
  readonly process: DctProcess;
  readonly components: readonly DctComponent[];
  /** Quantization tables by identifier, zigzag order; those defined before the first scan. */
  readonly quantTables: readonly (Uint16Array | undefined)[];
  readonly hasJfif: boolean;
  /** Color transform of Adobe's APP14 segment: 0 none, 1 YCbCr, 2 YCCK; null without the segment. */
  readonly adobeTransform: number | null;
}

export type DctProcess = 'baseline' | 'extended' | 'progressive' | 'unsupported';

export interface DctComponent {
  readonly id: number;
  readonly horizontal: number;
  readonly vertical: number;
  readonly quantTable: number;
}

/** Marker codes (T.81, Table B.1), second byte. */
export const MARKER = {
  SOF0: 0xc0,
  SOF1: 0xc1,
  SOF2: 0xc2,
  DHT: 0xc4,
  JPG: 0xc8,
  DAC: 0xcc,
  SOF15: 0xcf,
  RST0: 0xd0,
  RST7: 0xd7,
  SOI: 0xd8,
  EOI: 0xd9,
  SOS: 0xda,
  DQT: 0xdb,
  APP0: 0xe0,
  APP14: 0xee,
  APP15: 0xef,
  COM: 0xfe,
  TEM: 0x01,
} as const;

/** One marker segment; `start` is the offset of 0xFF, `end` is exclusive. */
export interface DctSegment {
  readonly marker: number;
  readonly start: number;
  readonly end: number;
}

/** Returns the segments of the tables-and-header part, including SOS; null if the structure is invalid. */
export function headerSegments(bytes: Uint8Array): readonly DctSegment[] | null {
  if (bytes[0] !== 0xff || bytes[1] !== MARKER.SOI) return null;
  const segments: DctSegment[] = [];
  let at = 2;
  while (at + 4 <= bytes.length) {
    const segment = segmentAt(bytes, at);
    if (segment === null) return null;
    segments.push(segment);
    if (segment.marker === MARKER.SOS) return segments;
    at = segment.end;
  }
  return null;
}

/** Returns the segment whose marker starts at `at`, including fill bytes (T.81, B.1.1.2), or null. */
export function segmentAt(bytes: Uint8Array, at: number): DctSegment | null {
  if (bytes[at] !== 0xff) return null;
  let code = at + 1;
  while (bytes[code] === 0xff) code += 1;
  const marker = bytes[code];
  if (marker === undefined || marker === 0 || isStandalone(marker)) return null;
  if (code + 3 > bytes.length) return null;
  const length = (bytes[code + 1]! << 8) | bytes[code + 2]!;
  const end = code + 1 + length;
  if (length < 2 || end > bytes.length) return null;
  return { marker, start: at, end };
}

/** Reads the header; null if it is damaged or leaves its height to a DNL marker. */
export function readDctHeader(bytes: Uint8Array): DctHeader | null {
  const segments = headerSegments(bytes);
  if (segments === null) return null;
  const quantTables: (Uint16Array | undefined)[] = [];
  let frame: Pick<DctHeader, 'width' | 'height' | 'precision' | 'process' | 'components'> | null = null;
  let hasJfif = false;
  let adobeTransform: number | null = null;

  for (const segment of segments) {
    const body = segmentBody(bytes, segment);
    if (isFrameMarker(segment.marker)) {
      // Two frames before a scan are a hierarchical file (T.81, Annex J), which PDF does not allow.
      if (frame !== null) return null;
      frame = readFrame(segment.marker, body);
      if (frame === null) return null;
    } else if (segment.marker === MARKER.DQT) {
      if (!readQuantTables(body, quantTables)) return null;
    } else if (segment.marker === MARKER.APP0) {
      hasJfif ||= startsWith(body, 'JFIF\0');
    } else if (segment.marker === MARKER.APP14 && startsWith(body, 'Adobe') && body.length >= 12) {
      adobeTransform = body[11]!;
    }
  }
  if (frame === null || frame.width === 0 || frame.height === 0) return null;
  return { ...frame, quantTables, hasJfif, adobeTransform };
}

/** Returns the bytes after a segment's two length bytes. */
export function segmentBody(bytes: Uint8Array, { start, end }: DctSegment): Uint8Array {
  let code = start + 1;
  while (bytes[code] === 0xff) code += 1;
  return bytes.subarray(code + 3, end);
}

export function startsWith(body: Uint8Array, text: string): boolean {
  if (body.length < text.length) return false;
  for (let at = 0; at < text.length; at += 1) if (body[at] !== text.charCodeAt(at)) return false;
  return true;
}

function isStandalone(marker: number): boolean {
  return marker === MARKER.TEM || (marker >= MARKER.RST0 && marker <= MARKER.EOI);
}

function isFrameMarker(marker: number): boolean {
  if (marker === MARKER.DHT || marker === MARKER.JPG || marker === MARKER.DAC) return false;
  return marker >= MARKER.SOF0 && marker <= MARKER.SOF15;
}

const PROCESSES: Readonly<Record<number, DctProcess>> = {
  [MARKER.SOF0]: 'baseline',
  [MARKER.SOF1]: 'extended',
  [MARKER.SOF2]: 'progressive',
};

function readFrame(marker: number, body: Uint8Array) {
  if (body.length < 6) return null;
  const count = body[5]!;
  if (count === 0 || body.length < 6 + count * 3) return null;
  const components: DctComponent[] = [];
  for (let at = 6; at < 6 + count * 3; at += 3) {
    components.push({
      id: body[at]!,
      horizontal: body[at + 1]! >> 4,
      vertical: body[at + 1]! & 15,
      quantTable: body[at + 2]!,
    });
  }
  return {
    process: PROCESSES[marker] ?? 'unsupported',
    precision: body[0]!,
    height: (body[1]! << 8) | body[2]!,
    width: (body[3]! << 8) | body[4]!,
    components,
  };
}

function readQuantTables(body: Uint8Array, tables: (Uint16Array | undefined)[]): boolean {
  let at = 0;
  while (at < body.length) {
    const bytesPerEntry = body[at]! >> 4 === 0 ? 1 : 2;
    const table = new Uint16Array(64);
    const first = at + 1;
    if (first + 64 * bytesPerEntry > body.length) return false;
    for (let index = 0; index < 64; index += 1) {
      const entry = first + index * bytesPerEntry;
      table[index] = bytesPerEntry === 1 ? body[entry]! : (body[entry]! << 8) | body[entry + 1]!;
    }
    tables[body[at]! & 15] = table;
    at = first + 64 * bytesPerEntry;
  }
  return true;
}
