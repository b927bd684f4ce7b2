import { type HuffmanTable, huffmanCodes } from '../format/huffman-table.ts';
import { optimalTable } from './huffman-optimal.ts';
import { acTableOf, dcTableOf } from './sequential-tokens.ts';
import { type Histogram, TABLES } from './tokens.ts';

/** The Huffman tables of one scan, the best for its symbols. */
export interface ScanTablePlan {
  readonly tables: readonly PlacedTable[];
  /** By the scan's component index: identifiers of the tables it uses; 0 where it uses none. */
  readonly dcIds: readonly number[];
  readonly acIds: readonly number[];
  /** By token table << 8 | symbol: code << 5 | length. */
  readonly codes: Uint32Array;
  /** Bits of codes and values, without stuffed bytes. */
  readonly dataBits: number;
  /** Bits of the table segment. */
  readonly tableBits: number;
}

export interface PlacedTable {
  /** As a DHT segment has it: class (0 DC, 1 AC) << 4 | identifier. */
  readonly destination: number;
  readonly table: HuffmanTable;
}

/**
 * Tables for a scan of `componentCount` components. Baseline decoders have two of each class (T.81, Table B.5), so
 * components share: of all ways to part them in two, the one with the fewest bits.
 */
export function planTables(histogram: Histogram, componentCount: number): ScanTablePlan {
  const codes = new Uint32Array(TABLES * 256);
  const tables: PlacedTable[] = [];
  let dataBits = histogram.bits;
  let tableBits = 0;
  const place = (tableClass: number, tableOf: (index: number) => number): number[] => {
    const ids: number[] = new Array(componentCount).fill(0);
    const indices = ids.map((_, index) => index).filter((index) => isUsed(histogram.of(tableOf(index))));
    for (const [id, group] of bestGrouping(histogram, indices, tableOf).entries()) {
      tables.push({ destination: (tableClass << 4) | id, table: group.table });
      dataBits += group.dataBits;
      tableBits += group.tableBits;
      for (const index of group.indices) {
        ids[index] = id;
        codes.set(huffmanCodes(group.table), tableOf(index) << 8);
      }
    }
    return ids;
  };
  const dcIds = place(0, dcTableOf);
  const acIds = place(1, acTableOf);
  if (tables.length > 0) tableBits += SEGMENT_BITS;
  return { tables, dcIds, acIds, codes, dataBits, tableBits };
}

/** Of a DHT segment, without its tables. */
export const SEGMENT_BITS = 8 * 4;

/** Bits of a table in such a segment. */
export function tableBitsOf(symbols: number): number {
  return 8 * (17 + symbols);
}

interface Group {
  readonly indices: readonly number[];
  readonly table: HuffmanTable;
  readonly dataBits: number;
  readonly tableBits: number;
}

function isUsed(counts: Uint32Array): boolean {
  return counts.some((count) => count > 0);
}

function bestGrouping(
  histogram: Histogram,
  indices: readonly number[],
  tableOf: (index: number) => number,
): readonly Group[] {
  let best: readonly Group[] = [];
  let bestBits = Number.POSITIVE_INFINITY;
  // Each bit of `split` sends a component to one group or the other; the last one stays where it is.
  for (let split = 0; split < 1 << Math.max(0, indices.length - 1); split += 1) {
    const sides = [
      indices.filter((_, bit) => (split & (1 << bit)) === 0),
      indices.filter((_, bit) => (split & (1 << bit)) !== 0),
    ];
    const groups = sides.filter((side) => side.length > 0).map((side) => group(histogram, side, tableOf));
    const bits = groups.reduce((sum, each) => sum + each.dataBits + each.tableBits, 0);
    if (bits < bestBits) {
      best = groups;
      bestBits = bits;
    }
  }
  return best;
}

function group(histogram: Histogram, indices: readonly number[], tableOf: (index: number) => number): Group {
  const counts = new Float64Array(256);
  for (const index of indices) {
    const own = histogram.of(tableOf(index));
    for (let symbol = 0; symbol < 256; symbol += 1) counts[symbol] += own[symbol];
  }
  const table = optimalTable(counts);
  let dataBits = 0;
  let at = 0;
  table.lengths.forEach((count, index) => {
    for (const end = at + count; at < end; at += 1) dataBits += counts[table.symbols[at]] * (index + 1);
  });
  return { indices, table, dataBits, tableBits: tableBitsOf(table.symbols.length) };
}
