import { heapOf, type JpegKernel } from '../kernel/jpeg-kernel.ts';

/** The Huffman tables of one scan, the best for its symbols. */
export interface ScanTablePlan {
  /** The body of the segment that defines them (T.81, B.2.4.2); of no bytes where it needs none. */
  readonly tables: Uint8Array;
  /** By the scan's component index: identifiers of the tables it uses; 0 where it uses none. */
  readonly dcIds: readonly number[];
  readonly acIds: readonly number[];
  /** Bits of codes and values, without stuffed bytes. */
  readonly dataBits: number;
  /** Bits of the table segment. */
  readonly tableBits: number;
}

/** Of a DHT segment, without its tables. */
export const SEGMENT_BITS = 8 * 4;

/** What a kernel planned last, for a scan of so many components; its words lie as `simd/jpeg/plan.ts` says. */
export function plannedTables(kernel: JpegKernel, components: number): ScanTablePlan {
  const at = kernel.planAt();
  const heap = heapOf(kernel);
  const words = new DataView(heap.buffer, at);
  const bytes = words.getUint32(8, true);
  return {
    tables: heap.slice(at + 20, at + 20 + bytes),
    dcIds: [...heap.subarray(at + 12, at + 12 + components)],
    acIds: [...heap.subarray(at + 16, at + 16 + components)],
    dataBits: words.getFloat64(0, true),
    tableBits: bytes === 0 ? 0 : bytes * 8 + SEGMENT_BITS,
  };
}
