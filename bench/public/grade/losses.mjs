/**
 * @typedef {import('./sight.mjs').Sight} Sight
 * @typedef {keyof Sight} Kind
 * @typedef {{
 *   readonly kind: Kind | 'pages',
 *   readonly before: number,
 *   readonly lost: number,
 *   readonly examples: readonly string[],
 * }} Loss the number of items before, and how many of them are missing after
 */

const EXAMPLES = 3;
/**
 * Readers guess where words end, and a rewritten font may change a guess: this share of words is no loss. Of all else,
 * one missing item is a loss.
 */
export const WORDS_FORGIVEN = 0.005;

/**
 * Items present before and missing after. Additional items are no loss.
 *
 * @param {Sight} before
 * @param {Sight} after
 * @returns {readonly Loss[]}
 */
export function lossesOf(before, after) {
  const kinds = /** @type {readonly Kind[]} */ (Object.keys(before));
  return kinds.flatMap((kind) => {
    const lost = missing(before[kind], after[kind]);
    if (lost.length <= (kind === 'words' ? before.words.length * WORDS_FORGIVEN : 0)) return [];
    const examples = [...new Set(lost)].slice(0, EXAMPLES);
    return [{ kind, before: before[kind].length, lost: lost.length, examples }];
  });
}

/**
 * @param {readonly string[]} before
 * @param {readonly string[]} after
 * @returns {readonly string[]} each item as often as it is missing
 */
function missing(before, after) {
  /** @type {Map<string, number>} */
  const there = new Map();
  for (const one of after) there.set(one, (there.get(one) ?? 0) + 1);
  return before.filter((one) => {
    const count = there.get(one) ?? 0;
    if (count > 0) there.set(one, count - 1);
    return count === 0;
  });
}
