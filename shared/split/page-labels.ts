import { key, PDFDict, PDFNumber, type PDFObject } from '../pdf/objects.ts';
import { arrayFrom, withEntries } from './entries.ts';
import { treePairs } from './tree-pairs.ts';

/**
 * Returns the labels of these pages (ISO 32000-2, 12.4.2), which continue the numbers of the whole; undefined
 * if there are none.
 * @param numbers of the pages (1-based, ascending) in the whole
 */
export function labelsOf(catalog: PDFDict, numbers: readonly number[]): PDFDict | undefined {
  const pairs = treePairs(catalog.lookup(key('PageLabels')), 'Nums').flatMap(([number, value]) => {
    const label = catalog.context.lookup(value);
    return number instanceof PDFNumber && label instanceof PDFDict
      ? [{ page: number.asNumber(), label }]
      : [];
  });
  const labels: PDFObject[] = [];
  for (const [index, number] of numbers.entries()) {
    const label = pairs.findLast(({ page }) => page < number);
    const isContinued = index > 0 && numbers[index - 1] === number - 1 && label?.page !== number - 1;
    if (label === undefined || isContinued) continue;
    labels.push(PDFNumber.of(index), labelAfter(label.label, number - 1 - label.page));
  }
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
