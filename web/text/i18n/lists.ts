import { direction, language } from './language.ts';

/** Returns functions that write lists in a language. */
export function createLists(locale: string, isRightToLeft: boolean) {
  const list = new Intl.ListFormat(locale);
  /** Separator between two items of a longer list, such as a comma. */
  const separator = list.formatToParts(['a', 'b', 'c'])[1]?.value ?? ', ';
  // An item, such as a file name, has a direction of its own.
  const apart = (item: string) => (isRightToLeft ? `\u2068${item}\u2069` : item);
  return {
    /** A complete list: `a.pdf, b.pdf, and c.pdf`. */
    listText: (items: readonly string[]) => list.format(items.map(apart)),
    /** Items without a word before the last, such as properties or the beginning of a list: `a.pdf, b.pdf`. */
    seriesText: (items: readonly string[]) => items.map(apart).join(separator),
  };
}

export const { listText, seriesText } = createLists(language, direction === 'rtl');
