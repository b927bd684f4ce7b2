import { ANNEX_K, type BaseTable, ROBIDOUX, scaledTable } from './quant-tables.ts';

/**
 * The quality (1-100 on libjpeg's scale) that a file's quantisation tables stand for. `tables` are in zigzag order,
 * the luminance table first, then that of the chrominance components if they have their own. Exact for the tables
 * of libjpeg and of mozjpeg's default; for others the quality whose Annex K tables are nearest: with
 * differences measured relative to the entry, a few odd entries (flat or sharpened corners) do not decide.
 */
export function estimateQuality(tables: readonly Uint16Array[]): number {
  if (tables.length === 0) return 100;
  const [luma, chroma = luma] = tables;
  for (let quality = 100; quality >= 1; quality -= 1) {
    for (const bases of FAMILIES) {
      if (!areEqual(luma, scaledTable(bases.luma, quality))) continue;
      // A single table says nothing about chrominance, and some writers use one for all components.
      if (chroma === luma || areEqual(chroma, scaledTable(bases.chroma, quality))) return quality;
    }
  }
  const lumaQuality = nearestQuality(luma, ANNEX_K.luma);
  if (chroma === luma) return lumaQuality;
  // Detail lies in luminance: it counts twice.
  return Math.round((2 * lumaQuality + nearestQuality(chroma, ANNEX_K.chroma)) / 3);
}

interface Bases {
  readonly luma: BaseTable;
  readonly chroma: BaseTable;
}

const FAMILIES: readonly Bases[] = [ANNEX_K, { luma: ROBIDOUX, chroma: ROBIDOUX }];

function nearestQuality(table: Uint16Array, base: BaseTable): number {
  let nearest = 100;
  let nearestDistance = Number.POSITIVE_INFINITY;
  for (let quality = 100; quality >= 1; quality -= 1) {
    const distance = distanceBetween(table, scaledTable(base, quality), base);
    if (distance < nearestDistance) {
      nearest = quality;
      nearestDistance = distance;
    }
  }
  return nearest;
}

/** Sum of differences in units of the base entry: its minimum is at the median of the entries' own scales. */
function distanceBetween(a: Uint16Array, b: Uint16Array, base: BaseTable): number {
  let distance = 0;
  for (let k = 0; k < 64; k += 1) distance += Math.abs(Math.min(a[k], 255) - b[k]) / base[k];
  return distance;
}

function areEqual(a: Uint16Array, b: Uint16Array): boolean {
  return a.every((entry, index) => entry === b[index]);
}
