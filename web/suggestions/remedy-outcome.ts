import type { OverReason } from '../jobs/fit.ts';
import { format } from '../text/format.ts';
import { listWords } from '../text/i18n/list-words.ts';
import { more } from '../text/i18n/more-words.ts';
import type { Suggestion } from './remedies.ts';
import type { SuggestionSizes } from './remedy-sizes.ts';

/** What comes of a remedy, as far as that is known. */
export type SuggestionOutcome =
  | { readonly kind: 'unknown' }
  /** It brings the file under its limit; `label` says so better than the remedy's own words. */
  | { readonly kind: 'fits'; readonly text?: string; readonly label?: string }
  /** A guess too close to the limit to promise anything. */
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
  if (kind === 'attachments' && reason.kind === 'attachments')
    return { kind: reason.rest <= limit ? 'fits' : 'near', text: `≈ ${format.bytes(reason.rest)}` };
  const size = sizes[kind];
  if (size === undefined) return { kind: 'unknown' };
  // It breaks the signature, which no size makes the first thing to do.
  if (kind === 'signature') return { kind: 'near', text: `≈ ${format.bytes(size)}` };
  return guessed(size, limit);
}

function inParts(parts: number | undefined): SuggestionOutcome {
  if (parts === undefined) return { kind: 'fits' };
  return parts === 0 ? { kind: 'misses' } : { kind: 'fits', label: more.split.offerParts(parts) };
}

/** The core looks for the sharpest that fits: where the coarsest does, what comes is just below the limit. */
function guessed(size: number, limit: number): SuggestionOutcome {
  if (size <= limit * SURE_BELOW)
    return { kind: 'fits', text: listWords.row.underLimit(format.limit(limit)) };
  return size > limit * SURE_ABOVE ? { kind: 'misses' } : { kind: 'near', text: `≈ ${format.bytes(size)}` };
}
