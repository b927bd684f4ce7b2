import type { FontItem } from '../font-optimizer.ts';

/** A font among those of a merged program. */
export interface MergedFont {
  readonly item: FontItem;
  /** The ids that its glyphs have in the program of all; none where they are found by name or by CID. */
  readonly glyphIds?: ReadonlyMap<number, number>;
}

/** A program for several fonts, proved by whoever made it. */
export interface MergedFonts {
  readonly fonts: readonly MergedFont[];
  readonly bytes: Uint8Array;
  /** Names of its glyphs, in a simple font of CFF. */
  readonly glyphNames?: readonly string[];
}

/** Subsets of one font, of one kind: those that agree, together. What agrees with nothing is left out. */
export type MergeFonts = (items: readonly FontItem[]) => readonly MergedFonts[];
