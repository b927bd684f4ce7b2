import { latin1 } from '../pdf/bytes.ts';
import {
  dictEntries,
  key,
  nameText,
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRef,
  PDFString,
} from '../pdf/objects.ts';
import type { PageIndex } from './page-index.ts';
import { treePairs } from './tree-pairs.ts';

/** Target of a link or bookmark. */
export type LinkTarget =
  | { readonly kind: 'page'; readonly page: number }
  /** An unknown or missing page of this document. */
  | { readonly kind: 'lost' }
  /** An address, another file or a script: nothing on a page of this document. */
  | { readonly kind: 'elsewhere' };

const ELSEWHERE: LinkTarget = { kind: 'elsewhere' };
const LOST: LinkTarget = { kind: 'lost' };

/**
 * Resolves the target of a link annotation or an outline item: its `/Dest`, else its `/A` (ISO 32000-2,
 * 12.3.2 and 12.6.4.2).
 */
export function resolveLinkTarget(dict: PDFDict, places: PageIndex): LinkTarget {
  const destination = dict.lookup(key('Dest'));
  if (destination !== undefined) return destinationLeads(destination, places);
  const action = dict.lookup(key('A'));
  if (!(action instanceof PDFDict) || action.lookup(key('S')) !== key('GoTo')) return ELSEWHERE;
  return destinationLeads(action.lookup(key('D')), places);
}

/** @param destination an array, a name or a string, already resolved */
export function destinationLeads(destination: PDFObject | undefined, places: PageIndex): LinkTarget {
  const word = wordKey(destination);
  const page = word === null ? explicitPage(destination, places) : (places.namedPages.get(word) ?? null);
  return page === null ? LOST : { kind: 'page', page };
}

/** Resolves all named destinations: names of PDF 1.1 in a dictionary, strings since 1.2 in a name tree (12.3.2.4). */
export function namedPages(places: PageIndex): ReadonlyMap<string, number | null> {
  const { catalog } = places;
  const found = new Map<string, number | null>();
  const old = catalog.lookup(key('Dests'));
  if (old instanceof PDFDict)
    for (const [name, value] of dictEntries(old)) found.set(nameText(name), explicitPage(value, places));
  const names = catalog.lookup(key('Names'));
  const tree = names instanceof PDFDict ? names.lookup(key('Dests')) : undefined;
  for (const [name, value] of treePairs(tree, 'Names')) {
    const word = wordKey(name);
    if (word !== null) found.set(word, explicitPage(value, places));
  }
  return found;
}

/** Returns the page index of an explicit destination; null if there is none. Page numbers refer to other files. */
export function explicitPage(destination: PDFObject | undefined, places: PageIndex): number | null {
  const { context } = places.doc;
  const value = destination === undefined ? undefined : context.lookup(destination);
  const array = value instanceof PDFDict ? value.lookup(key('D')) : value;
  const page = array instanceof PDFArray && array.size() > 0 ? array.get(0) : undefined;
  if (page instanceof PDFRef) return places.pageIndex.get(page) ?? null;
  return null;
}

/** Returns the same text for a name and a string of equal bytes; null for other objects. */
export function wordKey(object: PDFObject | undefined): string | null {
  if (object instanceof PDFName) return nameText(object);
  if (!(object instanceof PDFString || object instanceof PDFHexString)) return null;
  const bytes = object.asBytes();
  return latin1(bytes, 0, bytes.length);
}
