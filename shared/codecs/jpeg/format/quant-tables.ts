/** From zigzag to row order (T.81, Figure A.6): the index of the k-th coefficient in a block's rows. */
export const ZIGZAG: readonly number[] = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7,
  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46,
  53, 60, 61, 54, 47, 55, 62, 63,
];

/** A quantization table before scaling to a quality, in zigzag order. */
export type BaseTable = readonly number[];

/** T.81, Tables K.1 (luminance) and K.2 (chrominance), which libjpeg scales. */
export const ANNEX_K: { readonly luma: BaseTable; readonly chroma: BaseTable } = {
  luma: zigzag([
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17,
    22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78,
    87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
  ]),
  chroma: zigzag([
    17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99, 47, 66,
    99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
    99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
  ]),
};

/** N. Robidoux's psychovisual table, mozjpeg's default for every component. */
export const ROBIDOUX: BaseTable = zigzag([
  16, 16, 16, 18, 25, 37, 56, 85, 16, 17, 20, 27, 34, 40, 53, 75, 16, 20, 24, 31, 43, 62, 91, 135, 18, 27, 31,
  40, 53, 74, 106, 156, 25, 34, 43, 53, 69, 94, 131, 189, 37, 40, 62, 74, 94, 124, 169, 238, 56, 53, 91, 106,
  131, 169, 226, 311, 85, 75, 135, 156, 189, 238, 311, 418,
]);

/** Scales a table to a quality of 1-100 on libjpeg's scale, entries 1-255 as in baseline files; zigzag order. */
export function scaledTable(base: BaseTable, quality: number): Uint16Array {
  return Uint16Array.from(base, (entry) => scaledEntry(entry, quality));
}

/**
 * Quality for chrominance. Robidoux's table is the same for all components, so at equal quality color gets
 * far finer steps than with the standard's own tables (T.81, K.2), which is not visible. At quality 50
 * coarser steps save 2 % of the bytes of photographs with equal luminance; for colored text (4:4:4) they stay
 * fine. Half as much again would save one more percent, and red bricks begin to fade.
 */
export function chromaQuality(quality: number, chroma: '4:2:0' | '4:4:4'): number {
  if (chroma === '4:4:4') return quality;
  const coarser = quality - Math.min(10, Math.round((100 - quality) * 0.25));
  return Math.max(coarser, Math.min(quality, MIN_CHROMA_QUALITY));
}

/** Below this, soft gradients show bands of pink and green. */
const MIN_CHROMA_QUALITY = 35;

export function scaledEntry(entry: number, quality: number): number {
  const percent = quality < 50 ? Math.floor(5000 / quality) : 200 - quality * 2;
  return Math.min(255, Math.max(1, Math.floor((entry * percent + 50) / 100)));
}

function zigzag(rows: readonly number[]): BaseTable {
  return ZIGZAG.map((index) => rows[index]!);
}
