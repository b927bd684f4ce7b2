import { boxOf, type PageView } from '../pdf/inventory/page-sizes.ts';
import type { PDFDict } from '../pdf/objects.ts';
import { entry } from './strings.ts';

/**
 * Returns a rectangle's position on the displayed page, in points. Some programs shift the page's origin with
 * all its content; rotation is compared separately.
 */
export function rectPlace(dict: PDFDict, view: PageView): readonly number[] {
  const box = boxOf(entry(dict, 'Rect'));
  return box === null ? [] : shownPlace([box.left, box.bottom, box.right, box.top], view);
}

/** Converts pairs of x and y. */
export function shownPlace(numbers: readonly number[], { shown, unit }: PageView): number[] {
  return numbers.map((number, index) => (number - (index % 2 === 0 ? shown.left : shown.bottom)) * unit);
}
