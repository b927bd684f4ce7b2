import type { PageDiff } from '../visual-diff/proof.ts';

/** A page of 100 words that is unchanged, unless overridden. */
export function pageProof(page: number, parts: Partial<PageDiff> = {}): PageDiff {
  return {
    page,
    similarity: 1,
    worstSpot: null,
    words: 100,
    isTextEqual: true,
    isSizeEqual: true,
    ...parts,
  };
}
