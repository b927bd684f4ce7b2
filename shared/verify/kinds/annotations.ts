import type { PageView } from '../../pdf/inventory/page-sizes.ts';
import { dictsIn } from '../../pdf/inventory/trees.ts';
import { textOf } from '../../pdf/metadata/text-string.ts';
import type { PDFDict } from '../../pdf/objects.ts';
import { described } from '../described.ts';
import { type Item, item } from '../item.ts';
import { rectPlace, shownPlace } from '../places.ts';
import type { PageNaming, Reading, ReadPage } from '../reading.ts';
import { dictAt, entry, nameOf, numberOf } from '../strings.ts';
import { targetOf } from '../targets.ts';
import { itemsOf } from '../trees.ts';

export interface PageAnnotation {
  readonly dict: PDFDict;
  readonly type: string;
  /** Index of its page. */
  readonly page: number;
  readonly on: ReadPage;
}

/** Pages may share one array of annotations, and a small file a large one very often. */
const MAX_ANNOTATIONS = 2_000_000;

/** Returns annotations of all pages in order. */
export function pageAnnotations({ pages }: Reading): PageAnnotation[] {
  const found: PageAnnotation[] = [];
  for (const [page, on] of pages.entries()) {
    for (const dict of dictsIn(entry(on.dict, 'Annots'))) {
      if (found.length === MAX_ANNOTATIONS) return found;
      found.push({ dict, type: nameOf(entry(dict, 'Subtype')) ?? '', page, on });
    }
  }
  return found;
}

/** Links by their targets (ISO 32000-2, 12.5.6.5). */
export function links(annotations: readonly PageAnnotation[], reading: Reading, naming: PageNaming): Item[] {
  return annotations
    .filter(({ type }) => type === 'Link')
    .map(({ dict, page, on }) =>
      item({
        ...targetOf(dict, reading, naming),
        page,
        place: [...rectPlace(dict, on.view), ...quadNumbers(dict, on.view)],
      }),
    );
}

/** Areas of a link that has several (table 176). */
function quadNumbers(dict: PDFDict, view: PageView): number[] {
  return shownPlace(
    itemsOf(entry(dict, 'QuadPoints')).map((number) => numberOf(number) ?? 0),
    view,
  );
}

/** Annotations other than links and form fields: notes, stamps, marks. */
export function otherAnnotations(
  annotations: readonly PageAnnotation[],
  reading: Reading,
  naming: PageNaming,
): Item[] {
  return annotations
    .filter(({ type }) => type !== 'Link' && type !== 'Widget')
    .map(({ dict, page, on }) =>
      item({
        name: annotationName(dict),
        value: annotationValue(dict, reading, naming),
        page,
        place: rectPlace(dict, on.view),
      }),
    );
}

export function annotationName(dict: PDFDict): string {
  return `${nameOf(entry(dict, 'Subtype')) ?? ''} ${textOf(entry(dict, 'Contents')) ?? ''}`.trim();
}

/** Flags that affect visibility: Invisible, Hidden and NoView (table 167). */
export const HIDING_FLAGS = 0b100011;
const PRINT_FLAG = 0b100;

/** Returns whether an annotation is shown and printed, in words. */
export function seenWords(dict: PDFDict): string[] {
  const flags = numberOf(entry(dict, 'F')) ?? 0;
  return [
    ...((flags & HIDING_FLAGS) === 0 ? [] : ['hidden']),
    ...((flags & PRINT_FLAG) === 0 ? ['not printed'] : []),
  ];
}

/** Entries that readers draw without an appearance, tell or play (ISO 32000-2, 12.5.6). */
const TOLD_ENTRIES = [
  ...['C', 'IC', 'QuadPoints', 'InkList', 'L', 'Vertices', 'RC', 'State', 'StateModel'],
  ...['Sound', 'Movie', '3DD', 'RichMediaContent'],
];

function annotationValue(dict: PDFDict, reading: Reading, naming: PageNaming): string {
  const answered = dictAt(dict, 'IRT');
  return [
    seenWords(dict).join(', ') || 'seen',
    dictAt(dict, 'AP') === undefined ? 'without appearance' : 'with appearance',
    textOf(entry(dict, 'T')),
    ...(answered === undefined ? [] : [`reply to ${annotationName(answered)}`]),
    ...TOLD_ENTRIES.flatMap((name) => {
      const value = entry(dict, name);
      return value === undefined ? [] : [`${name} ${described(value, reading, naming)}`];
    }),
  ]
    .filter((word) => word !== null && word !== '')
    .join(', ');
}
