import type { Fit, OverReason } from '../jobs/fit.ts';
import { format, plural } from './format.ts';

/** The answer to "does it fit?", as the headline: the part that shines, then the rest. */
export function fitHeadline({ limit, counted, over }: Fit): { readonly lit: string; readonly text: string } {
  const under = limit === null ? 'their limits' : format.limit(limit);
  const files = format.count(counted);
  if (over === 0) {
    if (counted === 1) return { lit: 'It fits', text: limit === null ? '' : ` under ${under}` };
    return { lit: `All ${files}`, text: limit === null ? ` fit ${under}` : ` fit under ${under}` };
  }
  const fitting = counted - over;
  const where = limit === null ? `within ${under}` : `under ${under}`;
  if (counted === 1) return { lit: '', text: `It does not fit ${where}` };
  if (fitting === 0) return { lit: '', text: `None of ${files} fits ${where}` };
  return { lit: `${format.count(fitting)} of ${files}`, text: ` ${fitting === 1 ? 'fits' : 'fit'} ${where}` };
}

/** `6 are over`; null where none is. */
export function overText({ over }: Fit): string | null {
  if (over === 0) return null;
  return over === 1 ? '1 is over' : `${format.count(over)} are over`;
}

/** `Over by 1.8 MB` */
export function overBadge(bytes: number): string {
  return `Over by ${format.bytes(bytes)}`;
}

/** Why a file is over its limit: what is true of this one, and whether its images suffered for it. */
export function reasonText(reason: OverReason): string {
  switch (reason.kind) {
    case 'signed':
      return 'It is signed. Any change, also splitting, would break the signature.';
    case 'damaged':
      return 'Parts of it can’t be read, so the original is kept.';
    case 'attachments': {
      const { count, bytes, rest } = reason;
      const files = count === 1 ? 'The attachment weighs' : `The ${format.count(count)} attachments weigh`;
      return `${files} ${format.bytes(bytes)}; all the rest is only ${format.bytes(rest)}. Softer pictures would not help, so they were left sharp.`;
    }
    case 'images': {
      const { count, bytes, floorDpi } = reason;
      return `${plural(count, 'image')} ${count === 1 ? 'takes' : 'take'} ${format.bytes(bytes)}, and at ${format.count(floorDpi)} dpi ${count === 1 ? 'it' : 'they'} would still be too much. So nothing was made softer for it.`;
    }
    case 'fonts':
      return `Fonts take ${format.bytes(reason.bytes)}, and the text needs them.`;
    case 'text':
      return `${plural(reason.pages, 'page')} of text and drawings take the room: there is no image whose softness would help.`;
    case 'unknown':
      return 'It could not become small enough.';
  }
}

/** What the bar says that stays in sight while settings differ from the results. */
export function changedTitle(files: number): string {
  return `Settings changed: compress ${plural(files, 'file')} again`;
}

/** Which files stay as they are. */
export function stayingText(staying: number, isUnderLimit: boolean): string | null {
  if (staying === 0) return null;
  const files = plural(staying, 'other file');
  const one = staying === 1;
  return isUnderLimit
    ? `${files} ${one ? 'stays' : 'stay'} as ${one ? 'it is' : 'they are'}: ${one ? 'it fits' : 'they fit'}, or nothing would change.`
    : `${files} ${one ? 'stays as it is' : 'stay as they are'}: nothing would change.`;
}

/** What came of compressing again. */
export function againDoneText(fitMore: number | null, savedMore: number): string {
  if (fitMore !== null && fitMore > 0)
    return `Done: ${format.count(fitMore)} more ${fitMore === 1 ? 'fits' : 'fit'}.`;
  if (savedMore > 0) return `Done: ${format.bytes(savedMore)} lighter than before.`;
  if (savedMore < 0) return `Done: ${format.bytes(-savedMore)} more than before.`;
  return 'Done: nothing changed.';
}
