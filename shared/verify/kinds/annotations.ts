import { dictsIn } from '../../pdf/inventory/trees.ts';
import { textOf } from '../../pdf/metadata/text-string.ts';
import type { PDFDict } from '../../pdf/objects.ts';
import { type Item, item } from '../item.ts';
import { rectPlace } from '../places.ts';
import type { PageNaming, Reading, ReadPage } from '../reading.ts';
import { dictAt, entry, nameOf, numberOf } from '../strings.ts';
import { targetOf } from '../targets.ts';

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
      item({ ...targetOf(dict, reading, naming), page, place: rectPlace(dict, on.view) }),
    );
}

/** Annotations other than links and form fields: notes, stamps, marks. */
export function otherAnnotations(annotations: readonly PageAnnotation[]): Item[] {
  return annotations
    .filter(({ type }) => type !== 'Link' && type !== 'Widget')
    .map(({ dict, type, page, on }) =>
      item({
        name: [type, textOf(entry(dict, 'Contents')) ?? ''].join(' ').trim(),
        value: annotationValue(dict),
        page,
        place: rectPlace(dict, on.view),
      }),
    );
}

/** Flags that affect visibility: Invisible, Hidden and NoView (table 167). */
export const HIDING_FLAGS = 0b100011;

function annotationValue(dict: PDFDict): string {
  const flags = numberOf(entry(dict, 'F')) ?? 0;
  return [
    (flags & HIDING_FLAGS) === 0 ? 'seen' : 'hidden',
    dictAt(dict, 'AP') === undefined ? 'without appearance' : 'with appearance',
    textOf(entry(dict, 'T')) ?? '',
  ].join(', ');
}
