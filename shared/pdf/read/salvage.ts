/** Builds a page tree from the remaining pages of a damaged file whose tree is lost. */

import { key, PDFArray, type PDFContext, PDFDict, type PDFName, PDFNumber, PDFRef } from '../objects.ts';
import { catalogOf, pageRefs } from '../page-tree.ts';
import type { ObjectLoader } from './object-loader.ts';
import { reserveNumbers } from './reserved-numbers.ts';
import type { Xref } from './xref.ts';

/** US Letter, in points: readers assume it for a page whose inherited size is lost. */
const DEFAULT_MEDIA_BOX = [0, 0, 612, 792];

/** Entries that a page may inherit (ISO 32000-2, table 31). */
const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const;

/**
 * Gives the catalog a new page tree of every page in the file, in file order; for a linearized file, in
 * reading order. Does nothing if the tree has pages, or none are found.
 * @returns the number of recovered pages
 */
export function salvagePages(
  trailer: PDFDict,
  context: PDFContext,
  xref: Xref,
  loader: ObjectLoader,
): number {
  const catalog = catalogOf(trailer);
  if (catalog === null || pageRefs(trailer).length > 0) return 0;
  const places: { readonly ref: PDFRef; readonly offset: number }[] = [];
  xref.entries.forEach((entry, number) => {
    if (entry.kind === 'plain')
      places.push({ ref: PDFRef.of(number, entry.generation), offset: entry.offset });
  });
  places.sort((a, b) => a.offset - b.offset);

  for (const { ref } of places) loader.loadReachable(ref);
  reserveNumbers(context, xref, loader.dangling);
  const kids = PDFArray.withContext(context);
  const tree = context.nextRef();
  for (const { ref } of places) {
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

/** Copies inherited entries to a page before it moves to another node. */
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
