/** Invisible characters that are removed before comparing. */
const UNSEEN = /[\s\p{Cc}\p{Cf}\p{Zs}\p{Co}\p{Cn}\p{Cs}\ufffd]/gu;
/** Hyphens that programs interchange; characters of the glyph list that share one glyph. */
const EQUIVALENT_CHARACTERS: readonly (readonly [RegExp, string])[] = [
  [/[\u00ad\u2010\u2011]/g, '-'],
  [/\u2215/g, '\u2044'],
];

/**
 * Normalizes text so that equal-looking text is equal: ligatures expanded, no white space. Empty for white
 * space; null for meaningless text, such as private-use characters.
 */
export function comparedText(text: string): string | null {
  let normal = text;
  for (const [twin, one] of EQUIVALENT_CHARACTERS) normal = normal.replace(twin, one);
  normal = normal.normalize('NFKC');
  const seen = normal.replace(UNSEEN, '');
  if (seen !== '') return seen;
  return /[\s\u00a0]/.test(text) ? '' : null;
}
