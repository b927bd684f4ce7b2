import { arrayItems, key, PDFArray, PDFDict, PDFNumber, type PDFObject, PDFRef } from '../../objects.ts';
import { catalogOf, pageRefs } from '../../page-tree.ts';
import { type Located, locatedEntry } from './resources.ts';

/** A page with what its content needs. */
export interface ContentPage {
  readonly dict: PDFDict;
  /** Its own, or those it inherits (7.7.3.4). */
  readonly resources: Located | null;
  /** One list for all pages that share an array. */
  readonly annotations: readonly PDFDict[];
  /** Points per unit of its space; 1 unless `/UserUnit` says otherwise. */
  readonly userUnit: number;
}

/** The annotations in each `/Annots`: pages may share one, and a small file may share a large one very often. */
export type AnnotationLists = Map<PDFArray, readonly PDFDict[]>;

/** The pages of the document in order, as far as their dictionaries can be read. */
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

/** Page trees of real documents are under 20 deep; more is a loop, or made to be slow. */
const MAX_ANCESTORS = 100;

/** The dictionaries above this one in the page tree, nearest first. */
export function ancestorsOf(page: PDFDict): PDFDict[] {
  const ancestors: PDFDict[] = [];
  let node = page.lookup(key('Parent'));
  while (node instanceof PDFDict && ancestors.length < MAX_ANCESTORS) {
    ancestors.push(node);
    node = node.lookup(key('Parent'));
  }
  return ancestors;
}

/**
 * True when whoever inherits resources gets the same going up by `/Parent` as coming down by `/Kids`: some readers
 * do the one, some the other.
 */
export function inheritsOneWay(trailer: PDFDict): boolean {
  const root = catalogOf(trailer)?.lookup(key('Pages'));
  const seen = new Set<PDFObject>();
  const stack = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!(node instanceof PDFDict) || seen.has(node)) continue;
    seen.add(node);
    const kids = node.lookup(key('Kids'));
    if (!(kids instanceof PDFArray)) continue;
    for (const item of arrayItems(kids)) {
      const kid = trailer.context.lookup(item);
      if (!(kid instanceof PDFDict)) continue;
      if (kid.lookup(key('Parent')) !== node && !kid.has(key('Resources'))) return false;
      stack.push(kid);
    }
  }
  return true;
}

function inheritedResources(page: Located): Located | null {
  const own = locatedEntry(page, key('Resources'));
  if (own !== null) return own;
  let child = page.dict;
  for (const dict of ancestorsOf(page.dict)) {
    const owner: PDFObject | undefined = child.get(key('Parent'));
    if (!(owner instanceof PDFRef)) return null;
    const resources = locatedEntry({ dict, owner, path: [] }, key('Resources'));
    if (resources !== null) return resources;
    child = dict;
  }
  return null;
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
