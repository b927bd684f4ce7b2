import type { OverReason } from '../jobs/fit.ts';
import { format } from '../text/format.ts';
import { listWords } from '../text/i18n/list-words.ts';
import { more } from '../text/i18n/more-words.ts';
import type { Offer } from '../text/offer.ts';
import { REMEDY_WORDS } from '../text/outcome/outcomes.ts';
import { partsOffer } from '../text/outcome/parts-offer.ts';
import { pageList } from '../text/page-list.ts';
import type { Suggestion } from './remedies.ts';
import type { SuggestionSizes } from './remedy-sizes.ts';

/** The outcome of a suggestion: no button without the size that it leads to. */
export type SuggestionOutcome =
  /** It meets the limit. */
  | { readonly kind: 'fits'; readonly offer: Offer }
  /** An estimate too close to the limit for a promise. */
  | { readonly kind: 'near'; readonly offer: Offer }
  /** It would not help, or nothing is known about it. */
  | { readonly kind: 'misses' };

/** Estimates are within a tenth on nine of ten files. */
const SURE_BELOW = 0.9;
const SURE_ABOVE = 1.25;

const { goes } = more.split;

export function outcomeOf(
  { kind }: Suggestion,
  {
    reason,
    sizes,
    limit,
  }: { readonly reason: OverReason; readonly sizes: SuggestionSizes; readonly limit: number },
): SuggestionOutcome {
  switch (kind) {
    case 'split': {
      const offer = partsOffer(sizes.split ?? []);
      return offer === null ? { kind: 'misses' } : { kind: 'fits', offer };
    }
    case 'pages':
      return reason.kind === 'damaged' ? without(reason.pages, sizes.pages, limit) : { kind: 'misses' };
    case 'attachments': {
      if (reason.kind !== 'attachments') return { kind: 'misses' };
      const { count } = reason;
      const made = sizes.attachments;
      const size = made ?? reason.rest;
      const text = made === undefined ? about(size) : format.bytes(size);
      return { kind: size <= limit ? 'fits' : 'near', offer: loss(kind, text, goes.files(count)) };
    }
    // The result then needs no limit's search that could be known before; breaking a signature never comes first.
    case 'signature': {
      const isKnown = sizes.signature !== undefined;
      return isKnown ? { kind: 'near', offer: signatureOffer(sizes) } : { kind: 'misses' };
    }
    default:
      return guessed(kind, sizes[kind], limit);
  }
}

/** The size is exact: the file was made. */
function without(pages: readonly number[], size: number | undefined, limit: number): SuggestionOutcome {
  if (size === undefined || size > limit) return { kind: 'misses' };
  const act = more.split.withoutPages(pages.length, pageList(pages));
  return {
    kind: 'fits',
    offer: { kind: 'loss', act, size: format.bytes(size), price: goes.pages(pages.length) },
  };
}

/**
 * The core searches for the sharpest result that fits: if the coarsest fits, the result will be just below the limit.
 */
function guessed(
  kind: 'small' | 'gray' | 'lower',
  size: number | undefined,
  limit: number,
): SuggestionOutcome {
  if (size === undefined || size > limit * SURE_ABOVE) return { kind: 'misses' };
  const isSure = size <= limit * SURE_BELOW;
  const text = isSure ? listWords.row.underLimit(format.limit(limit)) : about(size);
  return { kind: isSure ? 'fits' : 'near', offer: loss(kind, text, goes[kind]) };
}

/** Compressing a signed file, with the size as far as known. */
export function signatureOffer({ signature }: SuggestionSizes): Offer {
  return loss('signature', signature === undefined ? null : about(signature), goes.signature);
}

function loss(kind: keyof typeof REMEDY_WORDS, size: string | null, price: string): Offer {
  return { kind: 'loss', act: REMEDY_WORDS[kind], size, price };
}

function about(bytes: number): string {
  return `≈ ${format.bytes(bytes)}`;
}
