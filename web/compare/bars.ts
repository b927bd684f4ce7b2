import { type PageDiff, worstPage } from '../visual-diff/proof.ts';

/** One bar: a page, or several in long documents, with the lowest score among them. */
export interface Bar {
  /** 1-based. */
  readonly first: number;
  readonly last: number;
  /** The worst page; null until one of them was compared. */
  readonly lowest: PageDiff | null;
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
  const pages = Array.from({ length: last - first + 1 }, (_, index) => proofs.get(first + index));
  return worstPage(pages.filter((page) => page !== undefined)) ?? null;
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
