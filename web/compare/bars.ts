import type { PageDiff } from '../visual-diff/proof.ts';

/** One bar: a page, or several where there are many, with the lowest score among them. */
export interface Bar {
  /** From 1. */
  readonly first: number;
  readonly last: number;
  /** The page with the lowest score, and that score; null while none of them was compared. */
  readonly lowest: { readonly page: number; readonly similarity: number } | null;
}

/** More would be too thin to be seen. */
const MAX_BARS = 120;

export function barsOf(total: number, proofs: ReadonlyMap<number, PageDiff>): readonly Bar[] {
  const pagesEach = Math.max(1, Math.ceil(total / MAX_BARS));
  return Array.from({ length: Math.ceil(total / pagesEach) }, (_, index) => {
    const first = index * pagesEach + 1;
    const last = Math.min(total, first + pagesEach - 1);
    return { first, last, lowest: lowestIn(first, last, proofs) };
  });
}

function lowestIn(first: number, last: number, proofs: ReadonlyMap<number, PageDiff>): Bar['lowest'] {
  let lowest: Bar['lowest'] = null;
  for (let page = first; page <= last; page += 1) {
    const proof = proofs.get(page);
    if (proof === undefined || (lowest !== null && proof.similarity >= lowest.similarity)) continue;
    lowest = { page, similarity: proof.similarity };
  }
  return lowest;
}

/** Of the whole width: what a label takes. */
const LABEL_SHARE = 0.08;

/** Indexes of the bars with a label under them: those of pages that look different, the worst first, as far as there is room. */
export function labelledBars(bars: readonly Bar[], low: readonly PageDiff[]): ReadonlySet<number> {
  const room = bars.length * LABEL_SHARE;
  const labelled = new Set<number>();
  for (const { page } of low) {
    const index = bars.findIndex(({ lowest }) => lowest?.page === page);
    if (index >= 0 && [...labelled].every((other) => Math.abs(other - index) >= room)) labelled.add(index);
  }
  return labelled;
}

/** Where the scale begins. */
const FLOOR = 0.9;

/** Height of a bar, 0 to 1: from a score of 90 to one of 100. Even the lowest is seen. */
export function barHeight(similarity: number): number {
  return Math.max(0.02, Math.min(1, (similarity - FLOOR) / (1 - FLOOR)));
}
