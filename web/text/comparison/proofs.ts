import { badPages, type DiffState, type PageDiff, verdictOf, worstPage } from '../../visual-diff/proof.ts';
import { format } from '../format.ts';
import { more } from '../i18n/more-words.ts';

const { outcomes } = more;

/** Outcome of the page comparison, for a result's row. */
export interface ProofText {
  readonly badge: { readonly text: string; readonly tone: 'warn' } | null;
  readonly line: string;
}

/** From this similarity on a page looks softer, below it has lost detail; as in the headline of a single file. */
export const SOFT_FROM = 0.9;

/** Null if nothing was compared. */
export function proofText(proof: DiffState): ProofText | null {
  switch (proof.kind) {
    case 'none':
    case 'partial':
      return null;
    case 'running': {
      const page = Math.min(proof.total, proof.pages.length + 1);
      return { badge: null, line: outcomes.comparing(page, proof.total) };
    }
    case 'failed':
      return { badge: { text: outcomes.notCompared, tone: 'warn' }, line: outcomes.notComparedLine };
    case 'done':
      return provedText(proof.pages);
  }
}

function provedText(pages: readonly PageDiff[]): ProofText | null {
  const worst = worstPage(pages);
  if (worst === undefined) return null;
  const score = format.score(worst.similarity);
  switch (verdictOf(worst.similarity)) {
    case 'different':
      return {
        badge: { text: outcomes.check, tone: 'warn' },
        line:
          worst.similarity >= SOFT_FROM
            ? outcomes.looksSofter(worst.page, score)
            : outcomes.different(worst.page, score),
      };
    case 'softer': {
      const line = pages.length === 1 ? outcomes.softer(score) : outcomes.softerOn(score, worst.page);
      return textChange(pages) ?? { badge: null, line };
    }
    case 'same':
      return textChange(pages) ?? { badge: null, line: outcomes.same(score) };
  }
}

/** Pages whose text has changed: this takes precedence over how they look. */
function textChange(pages: readonly PageDiff[]): ProofText | null {
  const changed = pages.filter(({ isTextEqual }) => !isTextEqual);
  const [first] = changed;
  if (first === undefined) return null;
  return {
    badge: { text: outcomes.check, tone: 'warn' },
    line: changed.length === 1 ? outcomes.textOne(first.page) : outcomes.textMany(changed.length),
  };
}

/** Describes the worst page, below its score. `total` is the number of all pages: nothing is said of those to come. */
export function worstSentence(pages: readonly PageDiff[], total = pages.length): string {
  const bad = badPages(pages);
  const worst = worstPage(pages);
  if (worst === undefined) return '';
  if (bad.length > 1) return outcomes.manyDifferent(bad.length);
  switch (verdictOf(worst.similarity)) {
    case 'same':
      if (worst.similarity < 1) return outcomes.sameAtNormal;
      return pages.length < total ? outcomes.sameSoFar(pages.length, total) : outcomes.everyPixel;
    case 'softer':
      return outcomes.slightlySofter;
    case 'different':
      return outcomes.looksDifferent;
  }
}
