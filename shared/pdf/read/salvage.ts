/** A page tree made from the pages that a damaged file still holds, when the tree itself is lost. */

import { key, PDFArray, type PDFContext, PDFDict, type PDFName, PDFNumber, PDFRef } from '../objects.ts';
import { catalogOf, pageRefs } from '../page-tree.ts';
import type { FreeNumbers } from './free-numbers.ts';
import type { ObjectLoader } from './object-loader.ts';
import type { Xref } from './xref.ts';

/** US Letter, in points: what readers assume for a page whose inherited size is lost. */
const DEFAULT_MEDIA_BOX = [0, 0, 612, 792];

/** What a page may take from the nodes above it (ISO 32000-2, table 31). */
const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const;

/**
 * Gives the catalog a new page tree of every page in the file, in file order; of a linearized file that is the
 * order of reading. Does nothing when the tree shows pages, or there are none to show.
 *
 * @returns how many pages were saved
 */
export function salvagePages(
  trailer: PDFDict,
  context: PDFContext,
  xref: Xref,
  loader: ObjectLoader,
  numbers: FreeNumbers,
): number {
  const catalog = catalogOf(trailer);
  if (catalog === null || pageRefs(trailer).length > 0) return 0;
  const places: { readonly ref: PDFRef; readonly offset: number }[] = [];
  xref.entries.forEach((entry, number) => {
    if (entry.kind === 'plain')
      places.push({ ref: PDFRef.of(number, entry.generation), offset: entry.offset });
  });
  places.sort((a, b) => a.offset - b.offset);

  const kids = PDFArray.withContext(context);
  const tree = numbers.next();
  for (const { ref } of places) {
    loader.loadReachable(ref);
    const page = context.lookup(ref);
    if (!(page instanceof PDFDict) || page.lookup(key('Type')) !== key('Page')) continue;
    keepInherited(page);
    page.set(key('Parent'), tree);
    kids.push(ref);
  }
  if (kids.size() === 0) return 0;
  const mediaBox = PDFArray.withContext(context);
  for (const value of DEFAULT_MEDIA_BOX) mediaBox.push(PDFNumber.of(value));
  const entries: [PDFName, PDFDict | PDFArray | PDFName | PDFNumber][] = [
    [key('Type'), key('Pages')],
    [key('Kids'), kids],
    [key('Count'), PDFNumber.of(kids.size())],
    [key('MediaBox'), mediaBox],
  ];
  context.assign(tree, PDFDict.fromMapWithContext(new Map(entries), context));
  catalog.set(key('Pages'), tree);
  return kids.size();
}

/** Gives a page for its own what it has from above, before it goes under another node. */
function keepInherited(page: PDFDict): void {
  const seen = new Set<PDFDict>([page]);
  for (let node = page.lookup(key('Parent')); node instanceof PDFDict && !seen.has(node); ) {
    seen.add(node);
    for (const name of INHERITED) {
      const value = node.get(key(name));
      if (value !== undefined && !page.has(key(name))) page.set(key(name), value);
    }
    node = node.lookup(key('Parent'));
  }
}
