import { boxOf, type PageView } from '../../pdf/inventory/page-sizes.ts';
import { textOf } from '../../pdf/metadata/text-string.ts';
import { PDFDict, type PDFObject } from '../../pdf/objects.ts';
import { type Item, item } from '../item.ts';
import { shownPlace } from '../places.ts';
import type { PageNaming, Reading, ReadPage } from '../reading.ts';
import { dictAt, entry, nameOf, numberOf } from '../strings.ts';
import { numberTreeEntries } from '../trees.ts';

/** All pages, by their number in the document before. */
export function pages({ pages: all }: Reading, naming: PageNaming): Item[] {
  return all.map((_, page) => item({ name: naming(page), page }));
}

/** Width, height and rotation of each page, and the boxes for cutting (ISO 32000-2, 14.11.2). */
export function pageSizes({ pages: all }: Reading, naming: PageNaming): Item[] {
  return all.map((page, index) =>
    item({ name: naming(index), page: index, value: sizeText(page.view), place: boxNumbers(page) }),
  );
}

function sizeText({ rotate, unit }: PageView): string {
  return `${rotate === 0 ? 'upright' : `turned by ${rotate} degrees`}${unit === 1 ? '' : `, unit ${unit}`}`;
}

const CUT_BOXES = ['TrimBox', 'BleedBox', 'ArtBox'];

/** Coordinates of the boxes, relative to the displayed page; the default is the displayed box. */
function boxNumbers({ dict, view }: ReadPage): number[] {
  const cut = CUT_BOXES.map((name) => boxOf(entry(dict, name)) ?? view.shown);
  return [view.shown, ...cut].flatMap(({ left, bottom, right, top }) =>
    shownPlace([left, bottom, right, top], view),
  );
}

/** The label of each page, if the document has labels (12.4.2). */
export function pageLabels(reading: Reading, naming: PageNaming): Item[] {
  const root = dictAt(reading.catalog, 'PageLabels');
  if (root === undefined) return [];
  const ranges = numberTreeEntries(root).sort(([a], [b]) => a - b);
  let range = -1;
  return reading.pages.map((_, index) => {
    while (range + 1 < ranges.length && ranges[range + 1]![0] <= index) range += 1;
    const [start, style] = ranges[range] ?? [0, undefined];
    return item({ name: naming(index), page: index, value: labelText(style, index - start) });
  });
}

function labelText(style: PDFObject | undefined, offset: number): string {
  const dict = style instanceof PDFDict ? style : undefined;
  const number = (numberOf(entry(dict, 'St')) ?? 1) + offset;
  const kind = nameOf(entry(dict, 'S')) ?? '';
  return `${textOf(entry(dict, 'P')) ?? ''}${kind === '' ? '' : `${kind} ${number}`}`;
}
