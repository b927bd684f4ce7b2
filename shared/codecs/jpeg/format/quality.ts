import type { DctHeader } from './header.ts';
import { ANNEX_K, type BaseTable, ROBIDOUX, scaledEntry } from './quant-tables.ts';

/** The quality of a JPEG by the tables that its components really use; see `estimateQuality`. */
export function jpegQuality({ components, quantTables }: DctHeader): number {
  const used = new Set(components.map(({ quantTable }) => quantTables[quantTable]));
  return estimateQuality([...used].filter((table) => table !== undefined));
}

/**
 * The quality (1-100 on libjpeg's scale) that a file's quantisation tables stand for. `tables` are in zigzag order,
 * the luminance table first, then that of the chrominance components if they have their own. Exact where the
 * luminance table is libjpeg's or mozjpeg's default, since detail lies there and some writers quantise colour by a
 * quality of its own; for others the quality whose Annex K tables are nearest: with differences measured
 * relative to the entry, a few odd entries (flat or sharpened corners) do not decide.
 */
export function estimateQuality(tables: readonly Uint16Array[]): number {
  if (tables.length === 0) return 100;
  const [luma, chroma = luma] = tables;
  for (let quality = 100; quality >= 1; quality -= 1) {
    if (LUMA_TABLES.some((base) => isScaled(luma, base, quality))) return quality;
  }
  const lumaQuality = nearestQuality(luma, ANNEX_K.luma);
  if (chroma === luma) return lumaQuality;
  // It counts twice here too.
  return Math.round((2 * lumaQuality + nearestQuality(chroma, ANNEX_K.chroma)) / 3);
}

const LUMA_TABLES: readonly BaseTable[] = [ANNEX_K.luma, ROBIDOUX];

function nearestQuality(table: Uint16Array, base: BaseTable): number {
  let nearest = 100;
  let nearestDistance = Number.POSITIVE_INFINITY;
  for (let quality = 100; quality >= 1; quality -= 1) {
    const distance = distanceFrom(table, base, quality);
    if (distance < nearestDistance) {
      nearest = quality;
      nearestDistance = distance;
    }
  }
  return nearest;
}

/** Sum of differences in units of the base entry: its minimum is at the median of the entries' own scales. */
function distanceFrom(table: Uint16Array, base: BaseTable, quality: number): number {
  let distance = 0;
  for (let k = 0; k < 64; k += 1) {
    distance += Math.abs(Math.min(table[k], 255) - scaledEntry(base[k], quality)) / base[k];
  }
  return distance;
}

function isScaled(table: Uint16Array, base: BaseTable, quality: number): boolean {
  // Progressive files may hold entries of 16 bits, which baseline ones cut.
  return table.every((entry, k) => Math.min(255, entry) === scaledEntry(base[k], quality));
}
