/** Mapping between the pages of both documents. */
export interface PagePairs {
  /** Indexed by the page before; null if it was removed. */
  readonly toAfter: readonly (number | null)[];
  /** Indexed by the page after; null if it is new. */
  readonly toBefore: readonly (number | null)[];
}

/**
 * Pages with equal signatures are paired in order; those between two such pairs are paired in sequence. With
 * equal page counts, pages are paired by number.
 */
export function pairPages(before: readonly string[], after: readonly string[]): PagePairs {
  const toAfter: (number | null)[] = before.map(() => null);
  if (before.length === after.length)
    return paired(
      before.map((_, index) => index),
      after.length,
    );
  let [fromBefore, fromAfter] = [0, 0];
  for (const [index, other] of [...commonRun(before, after), [before.length, after.length] as const]) {
    for (let step = 0; fromBefore + step < index && fromAfter + step < other; step += 1) {
      toAfter[fromBefore + step] = fromAfter + step;
    }
    if (index < before.length) toAfter[index] = other;
    [fromBefore, fromAfter] = [index + 1, other + 1];
  }
  return paired(toAfter, after.length);
}

function paired(toAfter: readonly (number | null)[], afterCount: number): PagePairs {
  const toBefore: (number | null)[] = Array.from({ length: afterCount }, () => null);
  for (const [index, other] of toAfter.entries()) if (other !== null) toBefore[other] = index;
  return { toAfter, toBefore };
}

/** Maximum distance of an equal page that is searched. */
const LOOK_AHEAD = 2000;

/** Returns pairs of equal signatures in increasing order: always the nearest. */
function commonRun(before: readonly string[], after: readonly string[]): (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = [];
  let from = 0;
  for (const [index, signature] of before.entries()) {
    const found = after.indexOf(signature, from);
    if (found < 0 || found - from > LOOK_AHEAD) continue;
    pairs.push([index, found]);
    from = found + 1;
  }
  return pairs;
}
