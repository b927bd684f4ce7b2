import { LOOKS_DIFFERENT, looksDifferent } from '../../shared/index.ts';
import type { Spot } from '../../shared/verify/looks/grid.ts';

/** Comparison of one page: its renders and its text. */
export interface PageDiff {
  /** 1-based. */
  readonly page: number;
  /** Mean SSIM of the two renders, 1 if they are equal, pixel for pixel. */
  readonly similarity: number;
  /** Position of the largest difference, as shares of the page's width and height; null if they are equal. */
  readonly worstSpot: { readonly x: number; readonly y: number } | null;
  /** The place that shows something else, as shares of the page; null if all looks alike. Only if searched for. */
  readonly spot?: Spot | null;
  readonly words: number;
  readonly isTextEqual: boolean;
  readonly isSizeEqual: boolean;
}

/** State of the comparison of one result. Pages are in the order in which they were compared. */
export type DiffState =
  /** Not requested. */
  | { readonly kind: 'none' }
  /** Interrupted, and resumable. */
  | { readonly kind: 'partial'; readonly pages: readonly PageDiff[]; readonly total: number }
  | { readonly kind: 'running'; readonly pages: readonly PageDiff[]; readonly total: number }
  | { readonly kind: 'done'; readonly pages: readonly PageDiff[] }
  /** Some pages could not be rendered, or the documents not opened: no result is claimed. */
  | { readonly kind: 'failed'; readonly pages: readonly PageDiff[] };

export const NOT_COMPARED: DiffState = { kind: 'none' };

export function pagesOf(state: DiffState): readonly PageDiff[] {
  return state.kind === 'none' ? [] : state.pages;
}

export function worstPage(pages: readonly PageDiff[]): PageDiff | undefined {
  return pages.reduce<PageDiff | undefined>(
    (worst, page) => (worst === undefined || byWorst(page, worst) < 0 ? page : worst),
    undefined,
  );
}

/** Pages that look different first, then by similarity. */
function byWorst(a: PageDiff, b: PageDiff): number {
  return (
    Number(looksDifferent(b)) - Number(looksDifferent(a)) || a.similarity - b.similarity || a.page - b.page
  );
}

export function meanSimilarity(pages: readonly PageDiff[]): number {
  return pages.reduce((sum, { similarity }) => sum + similarity, 0) / pages.length;
}

export type Verdict = 'same' | 'softer' | 'different';

/** From these similarities on, a page looks the same, or only slightly softer. */
const SAME = 0.98;
const SOFTER = LOOKS_DIFFERENT;

export function verdictOf(similarity: number): Verdict {
  if (similarity >= SAME) return 'same';
  return similarity >= SOFTER ? 'softer' : 'different';
}

/** Compared pages that look different, worst first. */
export function badPages(pages: readonly PageDiff[]): readonly PageDiff[] {
  return pages.filter(looksDifferent).toSorted(byWorst);
}
