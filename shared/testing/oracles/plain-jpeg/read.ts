import type { Frame } from '../../../codecs/jpeg/format/frame.ts';
import type { Scan } from '../../../codecs/jpeg/read/scan-header.ts';
import { Damaged, demand, type Segments, segmentsAt } from './bits.ts';
import { plainDecoder, type Tables } from './decoders.ts';
import { blocksOfScan, completeMcus, plainFrame } from './frame.ts';
import { frameOfHeader, plainSegmentAt, type QuantTables, readQuantTables } from './header.ts';
import { symbolsByCode } from './huffman.ts';
import { type BitsLeft, plainScan, takeScan } from './scans.ts';

/**
 * A JPEG's quantized coefficients, read bit by bit; `readCoefficients` must equal it, including refusals.
 * Null if a file is damaged, of an unsupported process, or has too many pixels.
 */
export function plainRead(bytes: Uint8Array, maxPixels: number): Frame | null {
  try {
    const frame = readFile(bytes, maxPixels);
    completeMcus(frame);
    return frame;
  } catch (thrown) {
    if (thrown instanceof Damaged) return null;
    throw thrown;
  }
}

const [SOF0, SOF2, DHT, SOS, DQT, DRI] = [0xc0, 0xc2, 0xc4, 0xda, 0xdb, 0xdd];

function readFile(bytes: Uint8Array, maxPixels: number): Frame {
  demand(bytes[0] === 0xff && bytes[1] === 0xd8);
  const tables: Tables = new Map();
  const quantTables: QuantTables = new Map();
  let header: { readonly marker: number; readonly body: readonly number[] } | null = null;
  let frame: Frame | null = null;
  let left: BitsLeft = [];
  let interval = 0;
  let at = 2;
  while (at < bytes.length && !(bytes[at] === 0xff && bytes[at + 1] === 0xd9)) {
    const segment = plainSegmentAt(bytes, at);
    // Files truncated right after their last scan are complete.
    if (segment === null) break;
    const { marker, body } = segment;
    at = segment.end;
    if (marker === DHT) {
      readTables(body, tables);
    } else if (marker === DRI) {
      demand(body.length >= 2);
      interval = body[0]! * 256 + body[1]!;
    } else if (marker === DQT) {
      demand(frame === null);
      readQuantTables(body, quantTables);
    } else if (marker === SOS) {
      demand(header !== null);
      const shape = frameOfHeader(header!.body, quantTables);
      demand(shape.width * shape.height <= maxPixels);
      frame ??= plainFrame(shape);
      if (left.length === 0) left = frame.components.map(() => new Array(64).fill(null));
      const isProgressive = header!.marker === SOF2;
      const ids = frame.components.map(({ id }) => id);
      const scan = plainScan(body, ids);
      takeScan(scan, isProgressive, left);
      const segments = segmentsAt(bytes, at);
      readData(frame, scan, segments, interval, plainDecoder(scan, isProgressive, tables));
      at = segments.end;
    } else if (marker !== 0xfe && (marker < 0xe0 || marker > 0xef)) {
      demand(header === null && marker >= SOF0 && marker <= SOF2);
      header = segment;
    }
  }
  demand(frame !== null && left.every((bits) => bits.every((each) => each === 0)));
  return frame!;
}

/** The tables of a DHT segment (T.81, B.2.4.2), by class and identifier. */
function readTables(body: readonly number[], tables: Tables): void {
  for (let at = 0; at < body.length; ) {
    const lengths = body.slice(at + 1, at + 17);
    const count = lengths.reduce((sum, each) => sum + each, 0);
    const symbols = body.slice(at + 17, at + 17 + count);
    demand(lengths.length === 16 && symbols.length === count && body[at]! <= 0x1f && (body[at]! & 15) <= 3);
    const codes = symbolsByCode({ lengths, symbols });
    demand(codes !== null);
    tables.set(body[at]!, codes!);
    at += 17 + count;
  }
}

function readData(
  frame: Frame,
  scan: Scan,
  { segments }: Segments,
  interval: number,
  decoder: ReturnType<typeof plainDecoder>,
): void {
  const components = scan.components.map(({ component }) => component);
  const blocks = components.reduce((sum, index) => {
    return sum + frame.components[index]!.horizontal * frame.components[index]!.vertical;
  }, 0);
  demand(components.length === 1 || blocks <= 10);
  const units = blocksOfScan(frame, components);
  const unitsOfSegment = interval || units.length;
  demand(segments.length === Math.ceil(units.length / unitsOfSegment));
  for (const [number, bits] of segments.entries()) {
    const first = number * unitsOfSegment;
    decoder.restart();
    for (const { index, block } of units.slice(first, first + unitsOfSegment).flat()) {
      const { coefficients } = frame.components[components[index]!]!;
      decoder.block(bits, index, coefficients.subarray(block * 64, block * 64 + 64));
    }
    // A segment ends within its last byte; unread data means that something was not understood.
    demand(bits.left < 8);
  }
}
