import type { OverReason } from '../jobs/fit.ts';
import { format } from '../text/format.ts';
import { listWords } from '../text/i18n/list-words.ts';
import { more } from '../text/i18n/more-words.ts';
import { pageList } from '../text/page-list.ts';
import type { Suggestion } from './remedies.ts';
import type { SuggestionSizes } from './remedy-sizes.ts';

/** The outcome of a suggestion, as far as known. */
export type SuggestionOutcome =
  | { readonly kind: 'unknown' }
  /** It meets the limit; `label` states that better than the suggestion's own text. */
  | { readonly kind: 'fits'; readonly text?: string; readonly label?: string }
  /** An estimate too close to the limit for a promise. */
  | { readonly kind: 'near'; readonly text: string }
  | { readonly kind: 'misses' };

/** Estimates are within a tenth on nine of ten files. */
const SURE_BELOW = 0.9;
const SURE_ABOVE = 1.25;

export function outcomeOf(
  { kind }: Suggestion,
  {
    reason,
    sizes,
    limit,
  }: { readonly reason: OverReason; readonly sizes: SuggestionSizes; readonly limit: number },
): SuggestionOutcome {
  if (kind === 'split') return inParts(sizes.split);
  if (kind === 'pages' && reason.kind === 'damaged') return without(reason.pages, sizes.pages, limit);
  if (kind === 'attachments' && reason.kind === 'attachments')
    return { kind: reason.rest <= limit ? 'fits' : 'near', text: `≈ ${format.bytes(reason.rest)}` };
  const size = sizes[kind];
  if (size === undefined) return { kind: 'unknown' };
  // Breaking a signature should not be the first suggestion, whatever its size.
  if (kind === 'signature') return { kind: 'near', text: `≈ ${format.bytes(size)}` };
  return guessed(size, limit);
}

function inParts(parts: number | undefined): SuggestionOutcome {
  if (parts === undefined) return { kind: 'fits' };
  return parts === 0 ? { kind: 'misses' } : { kind: 'fits', label: more.split.offerParts(parts) };
}

/** The size is exact: the file was made. */
function without(pages: readonly number[], size: number | undefined, limit: number): SuggestionOutcome {
  if (size === undefined || size > limit) return { kind: 'misses' };
  const label = more.split.withoutPages(pages.length, pageList(pages));
  return { kind: 'fits', label, text: format.bytes(size) };
}

/**
 * The core searches for the sharpest result that fits: if the coarsest fits, the result will be just below the limit.
 */
function guessed(size: number, limit: number): SuggestionOutcome {
  if (size <= limit * SURE_BELOW)
    return { kind: 'fits', text: listWords.row.underLimit(format.limit(limit)) };
  return size > limit * SURE_ABOVE ? { kind: 'misses' } : { kind: 'near', text: `≈ ${format.bytes(size)}` };
}
