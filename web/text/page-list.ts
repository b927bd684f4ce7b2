import { format } from './format.ts';
import { seriesText } from './i18n/lists.ts';

/** More ranges would need a table. */
const MAX_RANGES = 6;

/** Formats ascending page numbers: `3, 11–14`; an ellipsis replaces those beyond a few ranges. */
export function pageList(pages: readonly number[]): string {
  const ranges: { readonly first: number; last: number }[] = [];
  for (const page of pages) {
    const range = ranges.at(-1);
    if (range !== undefined && range.last === page - 1) range.last = page;
    else ranges.push({ first: page, last: page });
  }
  const named = ranges
    .slice(0, MAX_RANGES)
    .map(({ first, last }) =>
      first === last ? format.count(first) : `${format.count(first)}–${format.count(last)}`,
    );
  return seriesText([...named, ...(ranges.length > MAX_RANGES ? ['…'] : [])]);
}
