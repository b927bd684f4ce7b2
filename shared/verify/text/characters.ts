/** What is left of a text when white space and other things that leave no mark are taken away. */
const UNSEEN = /[\s\p{Cc}\p{Cf}\p{Zs}\p{Co}\p{Cn}\p{Cs}\ufffd]/gu;
/** Hyphens that programs write for each other; twins of the glyph list that stand for one glyph. */
const EQUIVALENT_CHARACTERS: readonly (readonly [RegExp, string])[] = [
  [/[\u00ad\u2010\u2011]/g, '-'],
  [/\u2215/g, '\u2044'],
];

/**
 * A text so that what looks and reads the same is the same: ligatures apart, no white space. Empty for white space;
 * null for what says nothing, such as characters of private use.
 */
export function comparedText(text: string): string | null {
  let normal = text;
  for (const [twin, one] of EQUIVALENT_CHARACTERS) normal = normal.replace(twin, one);
  normal = normal.normalize('NFKC');
  const seen = normal.replace(UNSEEN, '');
  if (seen !== '') return seen;
  return /[\s\u00a0]/.test(text) ? '' : null;
}
