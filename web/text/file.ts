import { format } from './format.ts';
import { more } from './i18n/more-words.ts';

const { compare } = more.file;

/** Texts of the file page. */
export const fileWords = {
  ...more.file,
  compare: {
    ...compare,
    handleAt: (percent: number) =>
      percent === 50
        ? compare.handleHalf
        : compare.handleAt(format.percent(percent / 100), format.percent(1 - percent / 100)),
    pageButton: (page: number, score: string | null, isLowest: boolean) => {
      if (score === null) return compare.pageUncompared(page);
      return isLowest ? compare.pageLowest(page, score) : compare.pageButton(page, score);
    },
  },
} as const;
