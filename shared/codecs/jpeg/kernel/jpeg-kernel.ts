import { JPEG_WASM } from '../../wasm/jpeg-bytes.ts';
import { type KernelExports, kernelInstances } from '../../wasm/kernel.ts';

/** What `codecs/simd/jpeg-kernel.ts` exports; what is not said otherwise are addresses and counts. */
export interface JpegKernel extends KernelExports {
  /** Where its calls find what they are to know, and leave what they found: see there. */
  readonly frameAt: () => number;
  readonly scanAt: () => number;
  readonly planAt: () => number;
  /** Counts of 256 symbols, 32 bits each, and room for a table, for `huffmanTable`. */
  readonly countsAt: () => number;
  readonly tableAt: () => number;
  readonly heapStart: () => number;
  readonly reachTo: (end: number) => void;

  readonly forgetTables: () => void;
  /** Answers of `readTables`, `readRows`, `countFirst`: 0 for no. */
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
  /** Behind the scan; 0 where it is damaged. */
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
  /** Counts and bits of 256 symbols of AC and 16 sizes of DC, 32 bits each. */
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
  /** Throws when it has been lent again: what lay in it is gone. */
  readonly kernel: () => JpegKernel;
  readonly isLent: () => boolean;
  /** Lent for good: nobody else will get it. */
  readonly isOwn: boolean;
}

/** Memory never shrinks: what needs more gets a kernel of its own, which goes with the frame that has it. */
const KEPT_BYTES = 16 << 20;

const newKernel = kernelInstances<JpegKernel>(JPEG_WASM);
/** What all others use, one behind the other, and how often it was lent. */
let kept: JpegKernel | null = null;
let loans = 0;

/**
 * A kernel for so many bytes. Nobody gives one back, since drafts of files are dropped without a word: the next frame takes
 * it, and who comes back to an earlier one reads that anew.
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

/** The bytes of a kernel's memory, as long as that does not grow. */
export function heapOf({ memory }: JpegKernel): Uint8Array<ArrayBuffer> {
  return new Uint8Array(memory.buffer);
}
