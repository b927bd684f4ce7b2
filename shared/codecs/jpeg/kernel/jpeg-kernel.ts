import { inflatedModule } from '../../wasm/inflated-module.ts';
import { DEFLATED_JPEG_WASM, JPEG_BYTES } from '../../wasm/jpeg-bytes.ts';
import { type KernelExports, kernelInstances } from '../../wasm/kernel.ts';

/** Exports of `codecs/simd/jpeg-kernel.ts`; unless noted, arguments are addresses and counts. */
export interface JpegKernel extends KernelExports {
  /** Addresses of the calls' parameters and results; documented there. */
  readonly frameAt: () => number;
  readonly scanAt: () => number;
  readonly planAt: () => number;
  /** Counts of 256 symbols, 32 bits each, and a buffer for a table, for `huffmanTable`. */
  readonly countsAt: () => number;
  readonly tableAt: () => number;
  readonly heapStart: () => number;
  readonly reachTo: (end: number) => void;

  readonly forgetTables: () => void;
  /** `readTables`, `readRows` and `countFirst` return 0 for failure. */
  readonly readTables: (at: number, end: number) => number;
  readonly knownTables: () => number;
  readonly openScan: (
    at: number,
    fileEnd: number,
    interval: number,
    kind: number,
    first: number,
    last: number,
    low: number,
  ) => void;
  readonly readRows: (from: number, to: number) => number;
  /** Returns the end of the scan; 0 if it is damaged. */
  readonly closeScan: () => number;
  readonly keptScanBytes: () => number;
  readonly keepScan: (at: number) => void;
  readonly resumeScan: (at: number) => void;
  readonly leaveScan: (at: number) => void;

  readonly completeMcus: () => void;
  readonly indexPlane: (component: number) => void;
  readonly hashPlane: (component: number) => number;

  readonly countFirst: (place: number, component: number, low: number, rowStep: number) => number;
  readonly valueCounts: (place: number, least: number) => number;
  readonly bandBits: (
    place: number,
    band: number,
    rowStep: number,
    segmentBits: number,
    headerBits: number,
  ) => number;
  readonly planBand: (place: number, band: number) => void;
  readonly countScan: (kind: number, first: number, last: number, low: number, rowStep: number) => number;
  readonly planTables: (components: number) => void;
  readonly huffmanTable: (counts: number, out: number) => number;

  /** 64 steps of 32 bits for each of four components. */
  readonly stepsAt: () => number;
  readonly transformRows: (component: number, from: number, to: number) => void;
  readonly setFactors: (horizontal: number, vertical: number, height: number) => void;
  readonly pixelRows: (
    from: number,
    to: number,
    width: number,
    components: number,
    isYcc: number,
    scratch: number,
    pitch: number,
    out: number,
  ) => void;

  readonly yccRow: (rgb: number, pixels: number, luma: number, cb: number, cr: number) => void;
  readonly lengthen: (row: number, samples: number, end: number) => void;
  readonly halveRows: (upper: number, lower: number, pairs: number, out: number) => void;
  readonly forwardRow: (
    component: number,
    row: number,
    samples: number,
    pitch: number,
    mostOver: number,
  ) => void;
  /** Counts and code lengths of 256 AC symbols and 16 DC sizes, 32 bits each. */
  readonly plainCountsAt: () => number;
  readonly acBitsAt: () => number;
  readonly dcBitsAt: () => number;
  readonly countPlain: (component: number) => void;
  readonly quantisePlane: (component: number) => void;

  readonly takeCodes: (at: number, end: number, components: number) => void;
  readonly writeScan: (kind: number, first: number, last: number, low: number, out: number) => number;
}

/** A kernel for one frame. */
export interface KernelLease {
  /** Throws if it has been leased again: its contents are then lost. */
  readonly kernel: () => JpegKernel;
  readonly isLent: () => boolean;
  /** True for a permanent lease, which is never reused. */
  readonly isOwn: boolean;
}

/** Memory never shrinks: a frame that needs more gets its own kernel, which is released with it. */
const KEPT_BYTES = 16 << 20;

const newKernel = kernelInstances<JpegKernel>('jpeg', () => inflatedModule(DEFLATED_JPEG_WASM, JPEG_BYTES));
/** Kernel shared by all other frames in sequence, and the number of leases. */
let kept: JpegKernel | null = null;
let loans = 0;

/**
 * Returns a kernel for this many bytes. Kernels are not returned, since drafts of files are simply dropped:
 * the next frame takes over the shared kernel, and an earlier one must be read again.
 */
export function acquireKernel(bytes: number): KernelLease {
  if (bytes > KEPT_BYTES) {
    const own = newKernel();
    return { kernel: () => own, isLent: () => true, isOwn: true };
  }
  if (kept === null || kept.memory.buffer.byteLength > KEPT_BYTES * 2) kept = newKernel();
  const kernel = kept;
  loans += 1;
  const loan = loans;
  const isLent = () => loan === loans;
  return {
    kernel: () => {
      if (!isLent()) throw new Error('another frame lies in this kernel');
      return kernel;
    },
    isLent,
    isOwn: false,
  };
}

/** Bytes of a kernel's memory, valid until it grows. */
export function heapOf({ memory }: JpegKernel): Uint8Array<ArrayBuffer> {
  return new Uint8Array(memory.buffer);
}
