/**
 * Finds pages outside the page tree: some programs remove a page from the tree alone and leave its object in
 * the file, where a bookmark, link, field or structure element still refers to it. No reader can show such a
 * page.
 */
import { appendAll } from '../../lists.ts';
import type { PdfDocument } from '../document.ts';
import { nonTreeObjects } from '../non-tree-objects.ts';
import {
  arrayItems,
  dictEntries,
  key,
  nameText,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFNumber,
  type PDFObject,
  PDFRef,
} from '../objects.ts';
import { catalogOf, pageRefs } from '../page-tree.ts';

export interface RemovedPage {
  readonly ref: PDFRef;
  readonly dict: PDFDict;
}

/** Entries that a destination may need from its page. */
const BARE_ENTRIES = new Set(['Type', 'MediaBox', 'CropBox', 'Rotate', 'UserUnit'].map(key));

/**
 * Returns pages and page tree nodes that the document's own tree does not reach, in ascending object number.
 * Empty for a file whose tree was repaired, since its pages may be lost, not removed.
 */
export function removedPages(
  doc: Pick<PdfDocument, 'context' | 'trailer' | 'repairs'>,
): readonly RemovedPage[] {
  const catalog = catalogOf(doc.trailer);
  if (catalog === null || doc.repairs.length > 0) return [];
  const pages = new Set<PDFObject>(pageRefs(doc.trailer));
  const root = catalog.lookup(key('Pages'));
  const count = root instanceof PDFDict ? root.lookup(key('Count')) : undefined;
  if (count instanceof PDFNumber && count.asNumber() > pages.size) return [];
  const kept = new Set<PDFObject>([...pages, ...treeNodes(catalog), ...templates(catalog)]);
  const found: RemovedPage[] = [];
  for (const [ref, dict] of nonTreeObjects(doc)) {
    if (dict instanceof PDFDict && !kept.has(ref) && isPageOrNode(dict)) found.push({ ref, dict });
  }
  return found;
}

/** Returns the keys of content that such a page still has. */
export function contentEntries({ dict }: RemovedPage): readonly string[] {
  return [...dictEntries(dict).keys()].filter((name) => !BARE_ENTRIES.has(name)).map(nameText);
}

/** Returns whether it is a page and no tree node. */
export function isPage({ dict }: RemovedPage): boolean {
  return dict.lookup(key('Type')) === key('Page');
}

function isPageOrNode(dict: PDFDict): boolean {
  const type = dict.lookup(key('Type'));
  return type === key('Page') || (type === key('Pages') && dict.lookup(key('Kids')) instanceof PDFArray);
}

/** Returns the inner nodes of the page tree. */
function treeNodes(catalog: PDFDict): Set<PDFObject> {
  const nodes = new Set<PDFObject>();
  const root = catalog.get(key('Pages'));
  const stack: PDFObject[] = root === undefined ? [] : [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (nodes.has(node)) continue;
    nodes.add(node);
    const dict = catalog.context.lookup(node);
    const kids = dict instanceof PDFDict ? dict.lookup(key('Kids')) : undefined;
    if (kids instanceof PDFArray) appendAll(stack, arrayItems(kids));
  }
  return nodes;
}

/** Returns pages that a script may instantiate (ISO 32000-2, 12.7.7). */
function templates(catalog: PDFDict): Set<PDFObject> {
  const found = new Set<PDFObject>();
  const names = catalog.lookup(key('Names'));
  if (!(names instanceof PDFDict)) return found;
  const stack: (PDFObject | undefined)[] = [names.get(key('Templates')), names.get(key('Pages'))];
  const seen = new Set<PDFObject>();
  while (stack.length > 0) {
    const node = catalog.context.lookup(stack.pop());
    if (!(node instanceof PDFDict) || seen.has(node)) continue;
    seen.add(node);
    for (const name of ['Kids', 'Names']) {
      const items = node.lookup(key(name));
      if (!(items instanceof PDFArray)) continue;
      for (const item of arrayItems(items)) {
        if (name === 'Kids') stack.push(item);
        else if (item instanceof PDFRef) addWithParents(item, catalog.context, found);
      }
    }
  }
  return found;
}

/** Adds a page and its ancestors, from which it inherits entries. */
function addWithParents(page: PDFRef, context: PDFContext, found: Set<PDFObject>): void {
  let at: PDFObject | undefined = page;
  while (at instanceof PDFRef && !found.has(at)) {
    found.add(at);
    const dict: PDFObject | undefined = context.lookup(at);
    at = dict instanceof PDFDict ? dict.get(key('Parent')) : undefined;
  }
}
