import { format } from '../format.ts';
import { more } from '../i18n/more-words.ts';
import type { Offer } from '../offer.ts';

/** A part before it is made again. */
export interface PartWeight {
  readonly size: number;
  readonly removedLinks: number;
}

/** More sizes are summed up. */
const MAX_SIZES = 3;

/** The offer to split into these parts; null where one part is all. */
export function partsOffer(parts: readonly PartWeight[]): Offer | null {
  if (parts.length < 2) return null;
  const links = parts.reduce((sum, { removedLinks }) => sum + removedLinks, 0);
  const sizes = parts.map(({ size }) => size);
  return {
    kind: links === 0 ? 'gain' : 'loss',
    act: more.split.offerParts(parts.length),
    size:
      sizes.length > MAX_SIZES
        ? format.bytes(sizes.reduce((sum, size) => sum + size, 0))
        : sizes.map((size) => format.bytes(size)).join(' + '),
    price: links === 0 ? more.split.goes.nothing : more.split.goes.links(links),
  };
}
