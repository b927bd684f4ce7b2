/**
 * What the separator of scanned pages (`image-jobs/mrc`) does to every pixel. AssemblyScript; `node scripts/simd.mjs`
 * compiles it into `codecs/wasm/scan-bytes.ts`. Whole numbers, or real ones in one order: the same to the last bit wherever
 * it runs. Functions may read and write up to 64 bytes behind a row.
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
