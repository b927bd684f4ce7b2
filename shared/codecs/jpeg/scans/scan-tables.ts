import { heapOf, type JpegKernel } from '../kernel/jpeg-kernel.ts';

/** The optimal Huffman tables of one scan. */
export interface ScanTablePlan {
  /** Body of the segment that defines them (T.81, B.2.4.2); empty if none are needed. */
  readonly tables: Uint8Array;
  /** Indexed by the scan's components: identifiers of its tables; 0 if unused. */
  readonly dcIds: readonly number[];
  readonly acIds: readonly number[];
  /** Bits of codes and values, without stuffed bytes. */
  readonly dataBits: number;
  /** Bits of the table segment. */
  readonly tableBits: number;
}

/** Bits of a DHT segment without its tables. */
export const SEGMENT_BITS = 8 * 4;

/** Reads the kernel's last plan, for a scan of this many components; `simd/jpeg/plan.ts` defines its layout. */
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
