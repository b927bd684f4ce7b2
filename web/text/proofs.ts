import { badPages, type PageProof, type ProofState, verdictOf, worstPage } from '../proof/proof.ts';
import { format, plural } from './format.ts';

/** What comparing the pages of a result came to, for its row. */
export interface ProofText {
  readonly badge: { readonly text: string; readonly tone: 'warn' } | null;
  readonly line: string;
}

/** Null where nothing was compared, and so nothing is said. */
export function proofText(proof: ProofState): ProofText | null {
  switch (proof.kind) {
    case 'none':
    case 'partial':
      return null;
    case 'running':
      return {
        badge: null,
        line: `Comparing page ${format.count(Math.min(proof.total, proof.pages.length + 1))} of ${format.count(proof.total)}`,
      };
    case 'failed':
      return {
        badge: { text: 'Not compared', tone: 'warn' },
        line: 'Smaller, but the pages were not compared.',
      };
    case 'done':
      return provedText(proof.pages);
  }
}

function provedText(pages: readonly PageProof[]): ProofText | null {
  const worst = worstPage(pages);
  if (worst === undefined) return null;
  const score = format.score(worst.similarity);
  const page = format.count(worst.page);
  switch (verdictOf(worst.similarity)) {
    case 'different':
      return {
        badge: { text: 'Check it', tone: 'warn' },
        line: `Page ${page} looks different (${score}). Compare before you send it.`,
      };
    case 'softer':
      return (
        textChange(pages) ?? {
          badge: null,
          line: `Slightly softer, ${score}${pages.length === 1 ? '' : ` on page ${page}`}`,
        }
      );
    case 'same':
      return textChange(pages) ?? { badge: null, line: `Looks the same, ${score}` };
  }
}

/** Pages whose text reads differently now: that comes before how they look. */
function textChange(pages: readonly PageProof[]): ProofText | null {
  const changed = pages.filter(({ isTextEqual }) => !isTextEqual);
  const [first] = changed;
  if (first === undefined) return null;
  const where = changed.length === 1 ? `page ${format.count(first.page)}` : plural(changed.length, 'page');
  return {
    badge: { text: 'Check it', tone: 'warn' },
    line: `The text of ${where} reads differently. Compare before you send it.`,
  };
}

/** What the worst page looks like, under its score. */
export function worstSentence(pages: readonly PageProof[]): string {
  const bad = badPages(pages);
  const worst = worstPage(pages);
  if (worst === undefined) return '';
  if (bad.length > 1) return `${plural(bad.length, 'page')} look different. Compare before you send it.`;
  switch (verdictOf(worst.similarity)) {
    case 'same':
      return worst.similarity >= 1 ? 'Every pixel is the same.' : 'It looks the same at normal size.';
    case 'softer':
      return 'It looks slightly softer.';
    case 'different':
      return 'It looks different. Compare before you send it.';
  }
}
