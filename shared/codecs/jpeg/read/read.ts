import { type FrameShape, frameShape } from '../format/frame.ts';
import { type DctHeader, MARKER, readDctHeader, segmentAt, segmentBody } from '../format/header.ts';
import { heapOf } from '../kernel/jpeg-kernel.ts';
import { createFrame, type KernelFrame } from '../kernel/kernel-frame.ts';
import { SCAN_KINDS, tellScan } from '../kernel/scan-kinds.ts';
import { Coverage, readScan, type Scan } from './scan-header.ts';

/** Bit positions are kept in 31 bits. */
const MAX_FILE_BYTES = 1 << 27;

export interface ReadLimits {
  /** Pixels of the frame; the coefficients take up to 2 bytes per pixel and component. */
  readonly maxPixels: number;
}

export interface CoefficientImage {
  readonly header: DctHeader;
  readonly frame: KernelFrame;
  /** APPn and COM segments in the file's order, each with its marker, as views into the file. */
  readonly appSegments: readonly Uint8Array[];
}

/**
 * Reads a JPEG's quantised coefficients: 8-bit Huffman-coded sequential and progressive files of 1-4 components
 * (T.81, Annexes F and G). Null for every other process, for damaged or incomplete data, and beyond the limits.
 */
export function readCoefficients(bytes: Uint8Array, { maxPixels }: ReadLimits): CoefficientImage | null {
  if (bytes.length > MAX_FILE_BYTES) return null;
  const header = readDctHeader(bytes);
  if (header === null || header.width * header.height > maxPixels) return null;
  const shape = frameShape(header);
  if (shape === null || blockCount(shape) > bytes.length * 8) return null;

  const frame = createFrame(shape, bytes.length);
  heapOf(frame.kernel).set(bytes, frame.fileAt);
  const appSegments = readScans(bytes, header, frame);
  return appSegments === null ? null : { header, frame, appSegments };
}

/**
 * Reads the scans of a file that lies in its place behind the frame, whatever coefficients that has. Gives its APPn and COM
 * segments, or null where not every coefficient came, once, and undamaged. What follows EOI is not looked at.
 */
export function readScans(
  bytes: Uint8Array,
  header: DctHeader,
  frame: KernelFrame,
): readonly Uint8Array[] | null {
  const reader = new ScanReader(bytes, header, frame);
  if (!reader.readAll()) return null;
  frame.kernel.completeMcus();
  return reader.appSegments;
}

/** Blocks that hold samples. Each takes a bit or more (its DC has a code), which bounds what a short file can ask for. */
function blockCount({ width, height, components }: FrameShape): number {
  const maxHorizontal = Math.max(...components.map(({ horizontal }) => horizontal));
  const maxVertical = Math.max(...components.map(({ vertical }) => vertical));
  return components.reduce(
    (blocks, { horizontal, vertical }) =>
      blocks +
      Math.ceil((width * horizontal) / (8 * maxHorizontal)) *
        Math.ceil((height * vertical) / (8 * maxVertical)),
    0,
  );
}

/** Walks the file's segments once, with the tables in force at each point. */
class ScanReader {
  readonly #bytes: Uint8Array;
  readonly #header: DctHeader;
  readonly #frame: KernelFrame;
  #restartInterval = 0;
  readonly appSegments: Uint8Array[] = [];

  constructor(bytes: Uint8Array, header: DctHeader, frame: KernelFrame) {
    this.#bytes = bytes;
    this.#header = header;
    this.#frame = frame;
  }

  readAll(): boolean {
    const bytes = this.#bytes;
    const { kernel, fileAt } = this.#frame;
    kernel.forgetTables();
    const coverage = new Coverage(this.#frame.components.length, this.#isProgressive);
    let scans = 0;
    let at = 2;
    while (at < bytes.length && !isEndOfImage(bytes, at)) {
      const segment = segmentAt(bytes, at);
      // Files cut right behind their last scan are common in PDF, and complete all the same.
      if (segment === null) break;
      const body = segmentBody(bytes, segment);
      at = segment.end;
      switch (segment.marker) {
        case MARKER.DHT:
          if (kernel.readTables(fileAt + segment.end - body.length, fileAt + segment.end) === 0) return false;
          break;
        case DRI:
          if (body.length < 2) return false;
          this.#restartInterval = (body[0] << 8) | body[1];
          break;
        case MARKER.DQT:
          // The header holds those before the first scan; a table changed later is not worth its trouble.
          if (scans > 0) return false;
          break;
        case MARKER.SOS: {
          const end = this.#readScan(body, at, coverage);
          if (end === null) return false;
          at = end;
          scans += 1;
          break;
        }
        default:
          if (isAppSegment(segment.marker)) this.appSegments.push(bytes.subarray(segment.start, segment.end));
          else if (scans > 0 || !isFrameHeader(segment.marker)) return false;
      }
    }
    return coverage.isComplete;
  }

  get #isProgressive(): boolean {
    return this.#header.process === 'progressive';
  }

  /** Reads the scan whose data starts at `start`; gives the offset of the marker behind it, or null. */
  #readScan(body: Uint8Array, start: number, coverage: Coverage): number | null {
    const { kernel, fileAt, components } = this.#frame;
    const scan = readScan(
      body,
      components.map(({ id }) => id),
    );
    if (scan === null || !coverage.add(scan) || !this.#isReadable(scan)) return null;
    tellScan(kernel, scan.components);
    const end = kernel.readScan(
      fileAt + start,
      fileAt + this.#bytes.length,
      this.#restartInterval,
      scanKind(scan, this.#isProgressive),
      scan.first,
      scan.last,
      scan.low,
    );
    // Addresses come with a sign.
    return end === 0 ? null : (end >>> 0) - fileAt;
  }

  /** Its MCUs are not too large, and the tables it needs are there. */
  #isReadable({ components, first, high }: Scan): boolean {
    const blocks = components.reduce((sum, { component }) => {
      const { horizontal, vertical } = this.#frame.components[component];
      return sum + horizontal * vertical;
    }, 0);
    // "the sum of the products of horizontal and vertical sampling factors shall be at most 10" (B.2.3)
    if (components.length > 1 && blocks > 10) return false;
    const needsDc = first === 0 && high === 0;
    const needsAc = first > 0 || !this.#isProgressive;
    const known = this.#frame.kernel.knownTables();
    return components.every(
      ({ dcTable, acTable }) =>
        (!needsDc || isKnown(known, dcTable)) && (!needsAc || isKnown(known >> 4, acTable)),
    );
  }
}

function scanKind({ first, high }: Scan, isProgressive: boolean): number {
  if (!isProgressive) return SCAN_KINDS.sequential;
  if (first === 0) return high > 0 ? SCAN_KINDS['dc-refine'] : SCAN_KINDS['dc-first'];
  return high > 0 ? SCAN_KINDS['ac-refine'] : SCAN_KINDS['ac-first'];
}

/** Of four tables, a bit each. */
function isKnown(tables: number, id: number): boolean {
  return id < 4 && (tables & (1 << id)) !== 0;
}

const DRI = 0xdd;

function isEndOfImage(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0xff && bytes[at + 1] === MARKER.EOI;
}

function isAppSegment(marker: number): boolean {
  return marker === MARKER.COM || (marker >= MARKER.APP0 && marker <= MARKER.APP15);
}

/** Of the processes read here. DNL, DAC, DHP, EXP and others change what follows and are refused. */
function isFrameHeader(marker: number): boolean {
  return marker >= MARKER.SOF0 && marker <= MARKER.SOF2;
}
