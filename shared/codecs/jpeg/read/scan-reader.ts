import { type DctHeader, MARKER, segmentAt, segmentBody } from '../format/header.ts';
import type { KernelFrame } from '../kernel/kernel-frame.ts';
import { SCAN_KINDS, tellScan } from '../kernel/scan-kinds.ts';
import { Coverage, readScan, type Scan } from './scan-header.ts';

/** Next part of a file: an opened scan, the end, or something unsupported. */
type Next = 'begun' | 'end' | 'refused';

/**
 * Walks the segments of a file once, with the tables that apply at each point; the file is located after the
 * frame.
 */
export class ScanReader {
  readonly #bytes: Uint8Array;
  readonly #frame: KernelFrame;
  readonly #isProgressive: boolean;
  readonly #coverage: Coverage;
  #restartInterval = 0;
  #at = 2;
  #scans = 0;
  readonly appSegments: Uint8Array[] = [];

  constructor(bytes: Uint8Array, header: DctHeader, frame: KernelFrame) {
    this.#bytes = bytes;
    this.#frame = frame;
    this.#isProgressive = header.process === 'progressive';
    this.#coverage = new Coverage(frame.components.length, this.#isProgressive);
    frame.kernel.forgetTables();
  }

  /**
   * Calls `read` for the data of each scan, which returns the end offset, or null. Returns false unless every
   * coefficient arrived once and undamaged.
   */
  readAll(read: (start: number) => number | null): boolean {
    for (let next = this.#next(); next !== 'end'; next = this.#next()) {
      const end = next === 'refused' ? null : read(this.#at);
      if (end === null) return false;
      this.#at = end;
    }
    return this.#coverage.isComplete;
  }

  /** Opens the next scan. */
  #next(): Next {
    const bytes = this.#bytes;
    while (this.#at < bytes.length && !isEndOfImage(bytes, this.#at)) {
      const segment = segmentAt(bytes, this.#at);
      // Files truncated right after their last scan are common in PDF, and still complete.
      if (segment === null) break;
      const body = segmentBody(bytes, segment);
      this.#at = segment.end;
      if (segment.marker === MARKER.SOS) return this.#begin(body);
      if (isAppSegment(segment.marker)) this.appSegments.push(bytes.subarray(segment.start, segment.end));
      else if (!this.#take(segment.marker, body)) return 'refused';
    }
    return 'end';
  }

  /** Returns false for unsupported segments. */
  #take(marker: number, body: Uint8Array): boolean {
    const { kernel, fileAt } = this.#frame;
    switch (marker) {
      case MARKER.DHT:
        return kernel.readTables(fileAt + this.#at - body.length, fileAt + this.#at) !== 0;
      case DRI:
        if (body.length < 2) return false;
        this.#restartInterval = (body[0]! << 8) | body[1]!;
        return true;
      // The header has the tables before the first scan; later changes are not supported.
      case MARKER.DQT:
        return this.#scans === 0;
      default:
        return this.#scans === 0 && isFrameHeader(marker);
    }
  }

  #begin(body: Uint8Array): 'begun' | 'refused' {
    const { kernel, fileAt, components } = this.#frame;
    const scan = readScan(
      body,
      components.map(({ id }) => id),
    );
    if (scan === null || !this.#coverage.add(scan) || !this.#isReadable(scan)) return 'refused';
    this.#scans += 1;
    tellScan(kernel, scan.components);
    kernel.openScan(
      fileAt + this.#at,
      fileAt + this.#bytes.length,
      this.#restartInterval,
      scanKind(scan, this.#isProgressive),
      scan.first,
      scan.last,
      scan.low,
    );
    return 'begun';
  }

  /** Returns whether its MCUs are not too large, and the tables it needs exist. */
  #isReadable({ components, first, high }: Scan): boolean {
    const blocks = components.reduce((sum, { component }) => {
      const { horizontal, vertical } = this.#frame.components[component]!;
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

/** Returns whether a table exists, by bit mask. */
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

/** Supported processes. DNL, DAC, DHP, EXP and others change the meaning of what follows and are refused. */
function isFrameHeader(marker: number): boolean {
  return marker >= MARKER.SOF0 && marker <= MARKER.SOF2;
}
