import type { DctHeader } from './dct-header.ts';

/**
 * The quality (1-100, libjpeg's scale) a JPEG was written at, judged by its quantisation tables. Exact for
 * tables that libjpeg or mozjpeg scales; for a camera's own tables, the quality whose tables sum up alike.
 */
export function estimateQuality(header: DctHeader): number {
  const used = usedTables(header);
  if (used.length === 0) return 100;
  for (let quality = 100; quality >= 1; quality -= 1) {
    for (const bases of BASE_TABLES) {
      if (used.every(({ table, base }) => equalTables(table, scaledTable(bases[base], quality))))
        return quality;
    }
  }
  const total = sum(used.map(({ table }) => sum(table)));
  let best = 100;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (let quality = 100; quality >= 1; quality -= 1) {
    const scaled = sum(
      used.map(({ base }) => sum(scaledTable(ANNEX_K[base], quality).map((entry) => Math.min(255, entry)))),
    );
    const distance = Math.abs(scaled - total);
    if (distance < bestDistance) {
      best = quality;
      bestDistance = distance;
    }
  }
  return best;
}

type Base = 'luma' | 'chroma';

/** The tables the components really use; the first component's is the luminance one. */
function usedTables({ components, quantTables }: DctHeader): { table: Uint16Array; base: Base }[] {
  const used: { table: Uint16Array; base: Base }[] = [];
  const seen = new Set<number>();
  for (const [index, { quantTable }] of components.entries()) {
    const table = quantTables[quantTable];
    if (table === undefined || seen.has(quantTable)) continue;
    seen.add(quantTable);
    used.push({ table, base: index === 0 ? 'luma' : 'chroma' });
  }
  return used;
}

/** libjpeg's jpeg_quality_scaling, before entries are cut to 8 bits. */
function scaledTable(base: readonly number[], quality: number): Uint16Array {
  const scale = quality < 50 ? Math.floor(5000 / quality) : 200 - quality * 2;
  return Uint16Array.from(base, (entry) => Math.max(1, Math.floor((entry * scale + 50) / 100)));
}

/** Row by row to zigzag order (T.81, Figure A.6), in which a DQT segment holds its entries. */
const ZIGZAG = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7,
  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46,
  53, 60, 61, 54, 47, 55, 62, 63,
];

function zigzag(rows: readonly number[]): readonly number[] {
  return ZIGZAG.map((index) => rows[index]);
}

/** T.81, Tables K.1 and K.2. */
const ANNEX_K = {
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
} as const;

/** The table mozjpeg uses by default (its number 3), for both kinds of component. */
const ROBIDOUX = zigzag([
  16, 16, 16, 18, 25, 37, 56, 85, 16, 17, 20, 27, 34, 40, 53, 75, 16, 20, 24, 31, 43, 62, 91, 135, 18, 27, 31,
  40, 53, 74, 106, 156, 25, 34, 43, 53, 69, 94, 131, 189, 37, 40, 62, 74, 94, 124, 169, 238, 56, 53, 91, 106,
  131, 169, 226, 311, 85, 75, 135, 156, 189, 238, 311, 418,
]);

const BASE_TABLES = [ANNEX_K, { luma: ROBIDOUX, chroma: ROBIDOUX }] as const;

/** Baseline files have entries of 8 bits, where larger ones are cut to 255. */
function equalTables(table: Uint16Array, scaled: Uint16Array): boolean {
  return table.every((entry, index) => entry === scaled[index] || (entry === 255 && scaled[index] > 255));
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
