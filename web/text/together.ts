import { format } from './format.ts';
import { more } from './i18n/more-words.ts';

/** Placeholder in the sentence for the used bytes. */
const USED = '\u0000';

/** `2.1 MB over 2.5 MB together` */
export function overTogether(budget: number, usedBytes: number): string {
  return more.together.over(format.bytes(usedBytes - budget), format.limit(budget));
}

/** `All together under 18 MB: 17.2 MB used`, with the highlighted part separate. */
export function togetherHeadline(budget: number, usedBytes: number) {
  const [before = '', after = ''] = more.together.fits(format.limit(budget), USED).split(USED);
  return { before, lit: format.bytes(usedBytes), text: after.replace(/[.。।]$/, '') };
}
