/** Which page of the other document each page became. */
export interface PagePairs {
  /** By index of the page before; null where it is gone. */
  readonly toAfter: readonly (number | null)[];
  /** By index of the page after; null where it was not there. */
  readonly toBefore: readonly (number | null)[];
}

/**
 * Pages that are the same by their signatures stay together in their order; those between two such pairs follow one
 * another. With as many pages in both documents each is taken for the one of its number.
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

/** Pages that are looked ahead for the next that is the same. */
const LOOK_AHEAD = 2000;

/** Pairs of equal signatures, each behind the one before: always the nearest. */
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
