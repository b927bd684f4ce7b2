/**
 * JPEG's coefficients, read, counted, coded, written, and turned into samples (ITU-T T.81). AssemblyScript; `node scripts/simd.mjs` compiles it
 * into `codecs/wasm/jpeg-bytes.ts`. A frame lies in memory from the first scan that is read to the last one that is written; what
 * its parts are is said in `FRAME` and `SCAN`.
 *
 * Invariant: whatever the data says, nothing is written outside of the planes of the frame and of what lies here, and
 * nothing read further than `SPARE_BYTES` behind the data.
 */
import { FRAME } from './jpeg/frame';
import { SCAN } from './jpeg/memory';
import { PLAN, TABLE } from './jpeg/plan';
import { COUNTS } from './jpeg/tokens';
import { STEPS } from './jpeg/transform/inverse-dct';
import { AC_BITS, DC_BITS, PLAIN_COUNTS } from './jpeg/transform/quantise';

export { bandBits, countFirst, valueCounts } from './jpeg/first-counts';
export { completeMcus, hashPlane, indexPlane } from './jpeg/frame';
export { huffmanTable } from './jpeg/huffman';
export { forgetTables, knownTables, readTables } from './jpeg/lookup';
export { heapStart, reachTo } from './jpeg/memory';
export { planBand, planTables, takeCodes } from './jpeg/plan';
export {
  closeScan,
  keepScan,
  keptScanBytes,
  leaveScan,
  openScan,
  readRows,
  resumeScan,
} from './jpeg/read-scan';
export { halveRows, lengthen, yccRow } from './jpeg/transform/color-rows';
export { forwardRow } from './jpeg/transform/forward-dct';
export { transformRows } from './jpeg/transform/inverse-dct';
export { countPlain, quantisePlane } from './jpeg/transform/quantise';
export { pixelRows, setFactors } from './jpeg/transform/samples';
export { countScan, writeScan } from './jpeg/write-scan';

/** Where calls find what they are to know, and leave what they found. */

export function frameAt(): usize {
  return FRAME;
}

export function scanAt(): usize {
  return SCAN;
}

export function planAt(): usize {
  return PLAN;
}

/** Counts of 256 symbols, for `huffmanTable`. */
export function countsAt(): usize {
  return COUNTS;
}

/** Room for a table. */
export function tableAt(): usize {
  return TABLE;
}

/** Quantisation steps of four components, for `transformRows`: 64 words of 32 bits each. */
export function stepsAt(): usize {
  return STEPS;
}

/** Of plain rounding, for `countPlain`: 256 symbols of AC, then 16 sizes of DC; 32 bits each. */
export function plainCountsAt(): usize {
  return PLAIN_COUNTS;
}

/** Bits of their codes, for `quantisePlane`. */
export function acBitsAt(): usize {
  return AC_BITS;
}

export function dcBitsAt(): usize {
  return DC_BITS;
}
