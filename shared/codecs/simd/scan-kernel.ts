/**
 * Pixel operations of the MRC separation (`image-jobs/mrc`). AssemblyScript; `node scripts/simd.mjs` compiles
 * it into `codecs/wasm/scan-bytes.ts`. Integer arithmetic, or floating point in a fixed order: bit-identical
 * in every engine. Functions may read and write up to 64 bytes after a row.
 */

export { blockRow } from './scan/blocks';
export { darkRow, edgesOfRow } from './scan/dark';
export { differenceRow, inkRow, reachRow, tallyRow } from './scan/differ';
export { fillRow, markRuns, sumPaper } from './scan/fill';
export { extremeGrid, smoothGrid } from './scan/grid';
export { blendRow, enlargeRow, meanRow } from './scan/reduced';
export { costsOf, countContexts, packRow, settleRow } from './scan/settle';
export { thinBlocks } from './scan/thin';
export { tileRow } from './scan/tiles';
export { lumaRow } from './similarity-kernel';
