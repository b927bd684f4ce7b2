import { type FrameShape, frameShape } from '../format/frame.ts';
import { type DctHeader, readDctHeader } from '../format/header.ts';
import { heapOf } from '../kernel/jpeg-kernel.ts';
import { createFrame, type KernelFrame } from '../kernel/kernel-frame.ts';
import { ScanReader } from './scan-reader.ts';

/** Bit positions have 31 bits. */
const MAX_FILE_BYTES = 1 << 27;

export interface ReadLimits {
  /** Pixels of the frame; coefficients take up to 2 bytes per pixel and component. */
  readonly maxPixels: number;
}

export interface CoefficientImage {
  readonly header: DctHeader;
  readonly frame: KernelFrame;
  /** APPn and COM segments in the file's order, each with its marker, as views into the file. */
  readonly appSegments: readonly Uint8Array[];
}

/**
 * Reads a JPEG's quantized coefficients: 8-bit Huffman-coded sequential and progressive files of 1-4
 * components (T.81, Annexes F and G). Null for every other process, for damaged or incomplete data, and
 * beyond the limits.
 */
export function readCoefficients(bytes: Uint8Array, limits: ReadLimits): CoefficientImage | null {
  const readable = readableHeader(bytes, limits);
  if (readable === null) return null;
  const { header, shape } = readable;
  const frame = createFrame(shape, bytes.length);
  heapOf(frame.kernel).set(bytes, frame.fileAt);
  const appSegments = readScans(bytes, header, frame);
  return appSegments === null ? null : { header, frame, appSegments };
}

/** Returns the header and frame of a file whose scans can be tried; else null. */
export function readableHeader(
  bytes: Uint8Array,
  { maxPixels }: ReadLimits,
): { readonly header: DctHeader; readonly shape: FrameShape } | null {
  if (bytes.length > MAX_FILE_BYTES) return null;
  const header = readDctHeader(bytes);
  if (header === null || header.width * header.height > maxPixels) return null;
  const shape = frameShape(header);
  return shape === null || blockCount(shape) > bytes.length * 8 ? null : { header, shape };
}

/**
 * Reads the scans of a file in its place after the frame. Returns its APPn and COM segments; null unless
 * every coefficient arrived once and undamaged. Ignores everything after EOI.
 */
export function readScans(
  bytes: Uint8Array,
  header: DctHeader,
  frame: KernelFrame,
): readonly Uint8Array[] | null {
  const { kernel, fileAt, mcusHigh } = frame;
  const reader = new ScanReader(bytes, header, frame);
  const isRead = reader.readAll(() => {
    const end = kernel.readRows(0, mcusHigh) === 0 ? 0 : kernel.closeScan();
    // Addresses are signed.
    return end === 0 ? null : (end >>> 0) - fileAt;
  });
  if (!isRead) return null;
  kernel.completeMcus();
  return reader.appSegments;
}

/**
 * Number of blocks with samples. Each takes at least one bit (its DC has a code), which limits the frame of a
 * short file.
 */
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
