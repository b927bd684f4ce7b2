import { completeMcus, createFrame, type Frame, type FrameShape, frameShape } from '../format/frame.ts';
import { type DctHeader, MARKER, readDctHeader, segmentAt, segmentBody } from '../format/header.ts';
import { type HuffmanDecoder, huffmanDecoder } from '../format/huffman-table.ts';
import { type BlockDecoder, DAMAGED, type ScanTables } from './block-decoder.ts';
import { type EntropyData, entropyBuffer, unstuff } from './entropy-data.ts';
import { AcFirstDecoder, AcRefineDecoder, DcFirstDecoder, DcRefineDecoder } from './progressive-decoder.ts';
import { Coverage, readScan, type Scan } from './scan-header.ts';
import { SequentialDecoder } from './sequential-decoder.ts';

/** Bit positions are kept in 31 bits, with the data of a scan in one buffer. */
const MAX_FILE_BYTES = 1 << 27;

export interface ReadLimits {
  /** Pixels of the frame; the coefficients take up to 2 bytes per pixel and component. */
  readonly maxPixels: number;
}

export interface CoefficientImage {
  readonly header: DctHeader;
  readonly frame: Frame;
  /** APPn and COM segments in the file's order, each with its marker, as views into the file. */
  readonly appSegments: readonly Uint8Array[];
}

/**
 * Reads a JPEG's quantised coefficients: 8-bit Huffman-coded sequential and progressive files of 1-4 components
 * (T.81, Annexes F and G). Null for every other process, for damaged or incomplete data, and beyond the limits.
 * `planes` may hand in the coefficients of an earlier frame to be used again.
 */
export function readCoefficients(
  bytes: Uint8Array,
  { maxPixels }: ReadLimits,
  planes: readonly Int16Array[] = [],
): CoefficientImage | null {
  if (bytes.length > MAX_FILE_BYTES) return null;
  const header = readDctHeader(bytes);
  if (header === null || header.width * header.height > maxPixels) return null;
  const shape = frameShape(header);
  if (shape === null || blockCount(shape) > bytes.length * 8) return null;

  const frame = createFrame(shape, planes);
  const reader = new ScanReader(bytes, header, frame);
  if (!reader.readAll()) return null;
  completeMcus(frame);
  return { header, frame, appSegments: reader.appSegments };
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
  readonly #frame: Frame;
  readonly #buffer: Uint8Array;
  readonly #dcTables: (HuffmanDecoder | undefined)[] = [];
  readonly #acTables: (HuffmanDecoder | undefined)[] = [];
  #restartInterval = 0;
  readonly appSegments: Uint8Array[] = [];

  constructor(bytes: Uint8Array, header: DctHeader, frame: Frame) {
    this.#bytes = bytes;
    this.#header = header;
    this.#frame = frame;
    this.#buffer = entropyBuffer(bytes.length);
  }

  /** True when every coefficient came, once, and undamaged. What follows EOI is not looked at. */
  readAll(): boolean {
    const bytes = this.#bytes;
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
          if (!this.#readHuffmanTables(body)) return false;
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

  #readHuffmanTables(body: Uint8Array): boolean {
    let at = 0;
    while (at < body.length) {
      const lengths = body.subarray(at + 1, at + 17);
      const count = lengths.reduce((sum, each) => sum + each, 0);
      const symbols = body.subarray(at + 17, at + 17 + count);
      const tableClass = body[at] >> 4;
      const id = body[at] & 15;
      if (lengths.length < 16 || symbols.length < count || tableClass > 1 || id > 3) return false;
      const decoder = huffmanDecoder({ lengths, symbols });
      if (decoder === null) return false;
      (tableClass === 0 ? this.#dcTables : this.#acTables)[id] = decoder;
      at += 17 + count;
    }
    return true;
  }

  /** Reads the scan whose data starts at `start`; gives the offset of the marker behind it, or null. */
  #readScan(body: Uint8Array, start: number, coverage: Coverage): number | null {
    const ids = this.#frame.components.map(({ id }) => id);
    const scan = readScan(body, ids);
    if (scan === null || !coverage.add(scan)) return null;
    const decoder = this.#decoderFor(scan);
    const entropy = unstuff(this.#bytes, start, this.#buffer);
    if (decoder === null || entropy === null) return null;
    return decodeScan(this.#frame, scan, entropy, this.#restartInterval, decoder) ? entropy.end : null;
  }

  #decoderFor(scan: Scan): BlockDecoder | null {
    const tables = scan.components.map(
      ({ dcTable, acTable }): ScanTables => ({ dc: this.#dcTables[dcTable], ac: this.#acTables[acTable] }),
    );
    if (!this.#isProgressive) return SequentialDecoder.of(tables);
    if (scan.first === 0) {
      if (scan.high > 0) return new DcRefineDecoder(scan.low);
      const dc = tables.flatMap((each) => each.dc ?? []);
      return dc.length === tables.length ? new DcFirstDecoder(dc, scan.low) : null;
    }
    const [{ ac }] = tables;
    if (ac === undefined) return null;
    return scan.high > 0 ? new AcRefineDecoder(ac, scan, scan.low) : new AcFirstDecoder(ac, scan, scan.low);
  }
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

function decodeScan(
  frame: Frame,
  { components: parts }: Scan,
  { view, segmentEnds }: EntropyData,
  restartInterval: number,
  decoder: BlockDecoder,
): boolean {
  const components = parts.map(({ component }) => frame.components[component]);
  const isInterleaved = components.length > 1;
  // "the sum of the products of horizontal and vertical sampling factors shall be at most 10" (B.2.3)
  if (isInterleaved && components.reduce((sum, each) => sum + each.horizontal * each.vertical, 0) > 10)
    return false;
  const wide = isInterleaved ? frame.mcusWide : components[0].blocksWide;
  const high = isInterleaved ? frame.mcusHigh : components[0].blocksHigh;
  const interval = restartInterval || wide * high;
  if (segmentEnds.length !== Math.ceil((wide * high) / interval)) return false;

  let position = 0;
  let segment = 0;
  let untilRestart = interval;
  for (let row = 0; row < high; row += 1) {
    for (let column = 0; column < wide; column += 1) {
      if (untilRestart === 0) {
        if (!isUsedUp(position, segmentEnds[segment])) return false;
        position = segmentEnds[segment];
        segment += 1;
        untilRestart = interval;
        decoder.restart();
      }
      untilRestart -= 1;
      const end = segmentEnds[segment];
      for (let index = 0; index < components.length; index += 1) {
        const { horizontal, vertical, stride, coefficients } = components[index];
        const across = isInterleaved ? horizontal : 1;
        const down = isInterleaved ? vertical : 1;
        for (let y = row * down; y < (row + 1) * down; y += 1) {
          for (let x = column * across; x < (column + 1) * across; x += 1) {
            position = decoder.block(view, position, index, coefficients, (y * stride + x) * 64);
            if (position === DAMAGED || position > end) return false;
          }
        }
      }
    }
  }
  return isUsedUp(position, segmentEnds[segment]);
}

/** A segment ends within the byte that completes it; more means that something was not understood. */
function isUsedUp(position: number, end: number): boolean {
  return end - position < 8;
}
