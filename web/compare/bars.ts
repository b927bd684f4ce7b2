import type { PageDiff } from '../visual-diff/proof.ts';

/** One bar: a page, or several in long documents, with the lowest score among them. */
export interface Bar {
  /** 1-based. */
  readonly first: number;
  readonly last: number;
  /** The page with the lowest score; null until one of them was compared. */
  readonly lowest: { readonly page: number; readonly similarity: number } | null;
}

/** Further bars would be too thin to see. */
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

/** Width of a label as a share of the whole. */
const LABEL_SHARE = 0.08;

/** Indexes of the bars with a label: pages that look different, worst first, as far as there is room. */
export function labelledBars(bars: readonly Bar[], low: readonly PageDiff[]): ReadonlySet<number> {
  const room = bars.length * LABEL_SHARE;
  const labelled = new Set<number>();
  for (const { page } of low) {
    const index = bars.findIndex(({ lowest }) => lowest?.page === page);
    if (index >= 0 && [...labelled].every((other) => Math.abs(other - index) >= room)) labelled.add(index);
  }
  return labelled;
}

/** Lower end of the scale. */
const FLOOR = 0.9;

/** Height of a bar, 0 to 1, for scores from 90 to 100. Even the lowest is visible. */
export function barHeight(similarity: number): number {
  return Math.max(0.02, Math.min(1, (similarity - FLOOR) / (1 - FLOOR)));
}
