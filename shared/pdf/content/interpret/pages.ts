import { arrayItems, key, PDFArray, PDFDict, PDFNumber } from '../../objects.ts';
import { pageRefs } from '../../page-tree.ts';
import { inheritedResources } from './inherited-resources.ts';
import type { Located } from './resources.ts';

/** A page with the data to interpret its content. */
export interface ContentPage {
  readonly dict: PDFDict;
  /** Own or inherited resources (7.7.3.4). */
  readonly resources: Located | null;
  /** The same list for all pages that share an array. */
  readonly annotations: readonly PDFDict[];
  /** Points per unit of its space; default 1. */
  readonly userUnit: number;
}

/** Annotations by `/Annots` array: pages may share one, and a small file may share a large one very often. */
export type AnnotationLists = Map<PDFArray, readonly PDFDict[]>;

/** Returns the pages in order, as far as their dictionaries can be read. */
export function contentPages(trailer: PDFDict, lists: AnnotationLists): ContentPage[] {
  return pageRefs(trailer).flatMap((ref) => {
    const dict = trailer.context.lookup(ref);
    return dict instanceof PDFDict ? [contentPage({ dict, owner: ref, path: [] }, lists)] : [];
  });
}

export function contentPage(page: Located, lists: AnnotationLists): ContentPage {
  const { dict } = page;
  const unit = dict.lookup(key('UserUnit'));
  const userUnit = unit instanceof PDFNumber && unit.asNumber() > 0 ? unit.asNumber() : 1;
  return { dict, resources: inheritedResources(page), annotations: annotationsOf(dict, lists), userUnit };
}

const NO_ANNOTATIONS: readonly PDFDict[] = [];

function annotationsOf(page: PDFDict, lists: AnnotationLists): readonly PDFDict[] {
  const array = page.lookup(key('Annots'));
  if (!(array instanceof PDFArray)) return NO_ANNOTATIONS;
  let annotations = lists.get(array);
  if (annotations === undefined) {
    annotations = arrayItems(array).flatMap((item) => {
      const annotation = page.context.lookup(item);
      return annotation instanceof PDFDict ? [annotation] : [];
    });
    lists.set(array, annotations);
  }
  return annotations;
}
