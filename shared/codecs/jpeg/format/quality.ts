import type { DctHeader } from './header.ts';
import { ANNEX_K, type BaseTable, ROBIDOUX, scaledEntry } from './quant-tables.ts';

/** Estimates the quality of a JPEG from the tables that its components use; see `estimateQuality`. */
export function jpegQuality({ components, quantTables }: DctHeader): number {
  const used = new Set(components.map(({ quantTable }) => quantTables[quantTable]));
  return estimateQuality([...used].filter((table) => table !== undefined));
}

/**
 * Estimates the quality (1-100 on libjpeg's scale) of quantization tables. `tables` are in zigzag order, the
 * luminance table first, then the chrominance table if there is one. Exact if the luminance table is
 * libjpeg's or mozjpeg's default: it determines detail, and some writers use another quality for color.
 * Otherwise the quality with the nearest Annex K tables: differences are relative to the entry, so that a few
 * unusual entries (flat or sharpened corners) do not dominate.
 */
export function estimateQuality(tables: readonly Uint16Array[]): number {
  const [luma, chroma = luma] = tables;
  if (luma === undefined || chroma === undefined) return 100;
  for (let quality = 100; quality >= 1; quality -= 1) {
    if (LUMA_TABLES.some((base) => isScaled(luma, base, quality))) return quality;
  }
  const lumaQuality = nearestQuality(luma, ANNEX_K.luma);
  if (chroma === luma) return lumaQuality;
  // Luminance counts twice here too.
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

/** Sum of differences relative to the base entry: its minimum is the median of the entries' scales. */
function distanceFrom(table: Uint16Array, base: BaseTable, quality: number): number {
  let distance = 0;
  for (let k = 0; k < 64; k += 1) {
    distance += Math.abs(Math.min(table[k]!, 255) - scaledEntry(base[k]!, quality)) / base[k]!;
  }
  return distance;
}

function isScaled(table: Uint16Array, base: BaseTable, quality: number): boolean {
  // Progressive files may have 16-bit entries, which baseline ones clip.
  return table.every((entry, k) => Math.min(255, entry) === scaledEntry(base[k]!, quality));
}
