import { key, PDFDict, PDFNumber, type PDFObject } from '../pdf/objects.ts';
import { arrayFrom, withEntries } from './entries.ts';
import type { PageRange } from './forest.ts';
import { treePairs } from './tree-pairs.ts';

/**
 * Returns the labels of these pages (ISO 32000-2, 12.4.2), which continue the numbers of the whole; undefined
 * if there are none.
 */
export function labelsIn(catalog: PDFDict, { first, end }: PageRange): PDFDict | undefined {
  const pairs = treePairs(catalog.lookup(key('PageLabels')), 'Nums').flatMap(([number, value]) => {
    const label = catalog.context.lookup(value);
    return number instanceof PDFNumber && label instanceof PDFDict
      ? [{ page: number.asNumber(), label }]
      : [];
  });
  const labels: PDFObject[] = [];
  const before = pairs.filter(({ page }) => page <= first).at(-1);
  if (before !== undefined) labels.push(PDFNumber.of(0), labelAfter(before.label, first - before.page));
  for (const { page, label } of pairs)
    if (page > first && page < end) labels.push(PDFNumber.of(page - first), label);
  if (labels.length === 0) return undefined;
  const nums = arrayFrom(labels, catalog);
  return PDFDict.fromMapWithContext(new Map([[key('Nums'), nums]]), catalog.context);
}

/** Returns the label for the page `pages` pages after the start of `label`. */
function labelAfter(label: PDFDict, pages: number): PDFDict {
  if (pages === 0 || !label.has(key('S'))) return label;
  const start = label.lookup(key('St'));
  const number = start instanceof PDFNumber ? start.asNumber() : 1;
  return withEntries(label, { St: PDFNumber.of(number + pages) });
}
