import type { PDFContext } from '../objects.ts';
import type { RefSet } from '../ref-map.ts';
import type { Xref } from './xref.ts';

/**
 * Makes new objects get numbers above all that the file uses or refers to: a reference to nothing is null
 * (ISO 32000-2, 7.3.10) and would otherwise lead to the first new object.
 *
 * @param dangling references without a cross-reference entry
 */
export function reserveNumbers(context: PDFContext, xref: Xref, dangling: RefSet): void {
  let largest = context.largestObjectNumber;
  xref.entries.forEach((_, number) => {
    largest = Math.max(largest, number);
  });
  for (const { objectNumber } of dangling.refs) largest = Math.max(largest, objectNumber);
  context.largestObjectNumber = largest;
}
