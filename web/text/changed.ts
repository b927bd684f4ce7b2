import { format } from './format.ts';
import { more } from './i18n/more-words.ts';

const { changedBar: text } = more;

/** Title of the bar that is visible while settings differ from the results. */
export function changedTitle(files: number): string {
  return text.title(files);
}

/** Says which files stay unchanged. */
export function stayingText(staying: number, isUnderLimit: boolean): string | null {
  if (staying === 0) return null;
  return isUnderLimit ? text.stayingUnder(staying) : text.staying(staying);
}

/** The outcome of compressing again. */
export function againDoneText(fitMore: number | null, savedMore: number): string {
  if (fitMore !== null && fitMore > 0) return text.doneMore(fitMore);
  if (savedMore > 0) return text.doneLighter(format.bytes(savedMore));
  return savedMore < 0 ? text.doneHeavier(format.bytes(-savedMore)) : text.doneSame;
}
