import type { FontItem } from '../font-optimizer.ts';

/** One font of a merged program. */
export interface MergedFont {
  readonly item: FontItem;
  /** New ids of its glyphs in the merged program; absent if they are found by name or CID. */
  readonly glyphIds?: ReadonlyMap<number, number>;
}

/** A program for several fonts, checked by its merge. */
export interface MergedFonts {
  readonly fonts: readonly MergedFont[];
  readonly bytes: Uint8Array;
  /** Glyph names, for a simple CFF font. */
  readonly glyphNames?: readonly string[];
}

/** Merges subsets of one font and kind; returns groups that agree, and omits fonts that match no other. */
export type MergeFonts = (items: readonly FontItem[]) => readonly MergedFonts[];
