/**
 * Empties pages that were removed from the page tree and that no reader can show: a user who removes a page
 * expects its text and images to be gone, but they were still in the file. An empty page stays if a
 * destination refers to it.
 *
 * Annotations that no page of the tree has lose their content and appearance; fields keep their value, which
 * is data of the form. Structure elements of such pages alone are removed, with their text (14.9). Not
 * changed: files whose page tree was repaired, or that claim more pages than they have, and templates of
 * scripts.
 */
import type { Changes } from '../../pdf/check/changes.ts';
import type { PdfDocument } from '../../pdf/document.ts';
import { contentEntries, type RemovedPage, removedPages } from '../../pdf/inventory/removed-pages.ts';
import { nonTreeObjects } from '../../pdf/non-tree-objects.ts';
import {
  arrayItems,
  contextEntries,
  dictEntries,
  key,
  nameText,
  PDFArray,
  PDFDict,
  PDFNull,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from '../../pdf/objects.ts';
import { pageRefs } from '../../pdf/page-tree.ts';
import { createTally, type Pass, saved } from '../pass.ts';
import { removedElements } from './removed-elements.ts';

export const emptyRemovedPages: Pass = {
  id: 'unused',
  writes: ['structure', 'content', 'images', 'fonts', 'metadata'],
  enabled: () => true,

  run: async (doc, { changes, warn }) => {
    const tally = createTally('unused');
    const pages = removedPages(doc);
    if (pages.length === 0) return tally.report();
    const elements = removedElements(doc, new Set(pages.map(({ ref }) => ref)));
    const hadContent = pages.filter((page) => contentEntries(page).length > 0);
    for (const page of hadContent) {
      emptyPage(page, changes);
      tally.add(saved(0));
    }
    const emptied = emptyAnnotations(doc, new Set(pages.map(({ ref }) => ref)), changes);
    for (const ref of elements) changes.removedElement(ref);
    if (elements.size > 0) dropReferences(doc, elements);
    if (hadContent.length + emptied + elements.size > 0) warn('removed-pages');
    return tally.report();
  },
};

function emptyPage({ ref, dict }: RemovedPage, changes: Changes): void {
  changes.emptiedPage(ref);
  for (const name of contentEntries({ ref, dict })) {
    dict.delete(key(name));
    changes.entry(ref, [name]);
  }
}

/** Entries for position and kind of an annotation, and those of a field. */
const KEPT_OF_ANNOTATION = new Set(
  'Type Subtype Rect F P Parent FT T V DV TU TM Ff Kids MaxLen Opt TI I DA Q'.split(' ').map(key),
);

/** @returns the number of annotations with content or appearance */
function emptyAnnotations(doc: PdfDocument, removed: ReadonlySet<PDFObject>, changes: Changes): number {
  const shown = shownAnnotations(doc);
  let emptied = 0;
  for (const [ref, dict] of nonTreeObjects(doc)) {
    if (!(dict instanceof PDFDict) || shown.has(ref) || !dict.has(key('Rect'))) continue;
    const page = dict.get(key('P'));
    if (page === undefined || !removed.has(page)) continue;
    const names = [...dictEntries(dict).keys()].filter((name) => !KEPT_OF_ANNOTATION.has(name));
    for (const name of names) {
      dict.delete(name);
      changes.entry(ref, [nameText(name)]);
    }
    if (names.length > 0) emptied += 1;
  }
  return emptied;
}

function shownAnnotations(doc: PdfDocument): ReadonlySet<PDFObject> {
  const shown = new Set<PDFObject>();
  for (const ref of pageRefs(doc.trailer)) {
    const page = doc.context.lookup(ref);
    const list = page instanceof PDFDict ? page.lookup(key('Annots')) : undefined;
    for (const annotation of list instanceof PDFArray ? arrayItems(list) : []) shown.add(annotation);
  }
  return shown;
}

/** Removes entries that refer to removed elements; in the parent tree and other arrays null replaces them. */
function dropReferences(doc: PdfDocument, removed: ReadonlySet<PDFObject>): void {
  const visit = (object: PDFObject): void => {
    const dict = object instanceof PDFRawStream ? object.dict : object;
    if (dict instanceof PDFDict) {
      for (const [name, value] of [...dictEntries(dict)]) {
        if (removed.has(value)) dict.delete(name);
        else if (name === KIDS && value instanceof PDFArray) dropKids(value, removed);
        else if (!(value instanceof PDFRef)) visit(value);
        else if (name === KIDS) dropKids(doc.context.lookup(value), removed);
      }
    } else if (dict instanceof PDFArray) {
      for (const [index, item] of [...arrayItems(dict)].entries()) {
        if (removed.has(item)) dict.set(index, PDFNull);
        else if (!(item instanceof PDFRef)) visit(item);
      }
    }
  };
  for (const [ref, object] of contextEntries(doc.context)) if (!removed.has(ref)) visit(object);
}

const KIDS = key('K');

/** Removes kids of structure elements, which are not referenced by index. */
function dropKids(kids: PDFObject | undefined, removed: ReadonlySet<PDFObject>): void {
  if (!(kids instanceof PDFArray)) return;
  for (let index = kids.size() - 1; index >= 0; index -= 1) {
    const kid = kids.get(index);
    if (removed.has(kid)) kids.remove(index);
  }
}
