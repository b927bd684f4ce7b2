/**
 * JPEG coefficients: reads, counts, codes and writes them, and transforms them to samples (ITU-T T.81).
 * AssemblyScript; `node scripts/simd.mjs` compiles it into `codecs/wasm/jpeg-bytes.ts`. A frame is in memory
 * from the first scan read to the last scan written; `FRAME` and `SCAN` describe its layout.
 *
 * Invariant: whatever the data, nothing is written outside of the frame's planes and this module's memory,
 * and nothing is read beyond `SPARE_BYTES` after the data.
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

/** Address of the parameters and results of calls. */

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

/** Buffer for a table. */
export function tableAt(): usize {
  return TABLE;
}

/** Quantization steps of four components, for `transformRows`: 64 words of 32 bits each. */
export function stepsAt(): usize {
  return STEPS;
}

/** Counts after plain rounding, for `countPlain`: 256 AC symbols, then 16 DC sizes; 32 bits each. */
export function plainCountsAt(): usize {
  return PLAIN_COUNTS;
}

/** Code lengths in bits, for `quantisePlane`. */
export function acBitsAt(): usize {
  return AC_BITS;
}

export function dcBitsAt(): usize {
  return DC_BITS;
}
