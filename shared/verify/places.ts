import { boxOf, type PageView } from '../pdf/inventory/page-sizes.ts';
import type { PDFDict } from '../pdf/objects.ts';
import { entry } from './strings.ts';

/**
 * Where a rectangle of the page's space lies in what is shown of it, in points. Some programs move the corner of the
 * page and all that stands on it; whether the page is turned is told by itself.
 */
export function rectPlace(dict: PDFDict, view: PageView): readonly number[] {
  const box = boxOf(entry(dict, 'Rect'));
  return box === null ? [] : shownPlace([box.left, box.bottom, box.right, box.top], view);
}

/** Pairs of x and y. */
export function shownPlace(numbers: readonly number[], { shown, unit }: PageView): number[] {
  return numbers.map((number, index) => (number - (index % 2 === 0 ? shown.left : shown.bottom)) * unit);
}
