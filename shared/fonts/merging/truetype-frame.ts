import { viewOf } from '../sfnt.ts';
import { type TrueTypeFont, tableOf } from '../truetype/truetype.ts';
import type { FreeBytes } from '../truetype/truetype-proof.ts';

/**
 * Fields that summarize all glyphs, which subsets recompute: boxes, extremes, maxima. In a merged font
 * each is the extreme of all (ISO/IEC 14496-22, 5.2.2, 5.2.3, 5.2.6).
 */
const MIN_VALUE = { head: [36, 38], hhea: [12, 14], maxp: [] } as const;
const MAX_VALUE = { head: [40, 42], hhea: [10, 16], maxp: [6, 8, 10, 12, 26, 28, 30] } as const;
/** Fields of `hhea` and `head` are signed, except `advanceWidthMax`. */
const UNSIGNED = { head: [], hhea: [10], maxp: MAX_VALUE.maxp } as const;

/** Further fields that may differ: the font's dates (`head`), and data about the program itself. */
const SAID_OF_ITSELF: FreeBytes = {
  head: [8, 9, 10, 11, ...Array.from({ length: 16 }, (_, index) => 20 + index), 50, 51],
  hhea: [34, 35],
  maxp: [4, 5],
};

const TABLES = ['head', 'hhea', 'maxp'] as const;

/** Bytes in which subsets of one font may differ. */
export const FREE_IN_SUBSETS: FreeBytes = {
  head: freeIn('head'),
  hhea: freeIn('hhea'),
  maxp: freeIn('maxp'),
};

function freeIn(tag: (typeof TABLES)[number]): readonly number[] {
  const outermost = [...MIN_VALUE[tag], ...MAX_VALUE[tag]].flatMap((at) => [at, at + 1]);
  return [...SAID_OF_ITSELF[tag], ...outermost];
}

/** Returns the tables `head`, `hhea` and `maxp` of the first font, adjusted to the glyphs of all. */
export function mergedFrame(fonts: readonly TrueTypeFont[]): ReadonlyMap<string, Uint8Array> {
  return new Map(
    TABLES.map((tag) => {
      const [first, ...others] = fonts.map(({ tables }) => tableOf(tables, tag)) as [
        Uint8Array,
        ...Uint8Array[],
      ];
      const merged = first.slice();
      for (const other of others) {
        for (const at of MIN_VALUE[tag]) putOutermost(merged, other, { tag, at, choose: Math.min });
        for (const at of MAX_VALUE[tag]) putOutermost(merged, other, { tag, at, choose: Math.max });
      }
      return [tag, merged];
    }),
  );
}

interface Extreme {
  readonly tag: (typeof TABLES)[number];
  readonly at: number;
  readonly choose: (one: number, other: number) => number;
}

function putOutermost(merged: Uint8Array, other: Uint8Array, { tag, at, choose }: Extreme): void {
  // A `maxp` of version 0.5 ends before these fields.
  if (at + 2 > merged.length || at + 2 > other.length) return;
  const isUnsigned = (UNSIGNED[tag] as readonly number[]).includes(at);
  const valueIn = (table: Uint8Array) =>
    isUnsigned ? viewOf(table).getUint16(at) : viewOf(table).getInt16(at);
  viewOf(merged).setUint16(at, choose(valueIn(merged), valueIn(other)) & 0xffff);
}
