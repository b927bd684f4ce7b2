import { plural } from '../format.ts';
import { locale } from '../i18n/language.ts';
import { more } from '../i18n/more-words.ts';

const { receipt } = more;

const thousandths = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });

/** Texts of the fidelity receipt. */
export const receiptWords = {
  ...receipt,
  running: (done: number, total: number) => receipt.running(Math.min(total, done + 1), total),
  some: (done: number, total: number) => (done === 0 ? receipt.noPage : receipt.some(done, total)),
  underMillimeters: (mm: number) => receipt.underMillimeters(thousandths.format(mm)),
  words: (count: number) => plural(count, 'word'),
  keepHint: (pages: readonly number[]) => receipt.keepHint(pages.length, pages[0] ?? 0),
} as const;
