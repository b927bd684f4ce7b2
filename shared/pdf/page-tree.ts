import { arrayItems, key, nameText, PDFArray, PDFDict, PDFName, type PDFObject, PDFRef } from './objects.ts';

export function catalogOf(trailer: PDFDict): PDFDict | null {
  const root = trailer.lookup(key('Root'));
  return root instanceof PDFDict ? root : null;
}

/** Returns the document's interactive form (12.7.3), or null. */
export function interactiveForm(trailer: PDFDict): PDFDict | null {
  const form = catalogOf(trailer)?.lookup(key('AcroForm'));
  return form instanceof PDFDict ? form : null;
}

/** With XFA the pages are only one of two forms of the document, and viewers differ on which they show. */
export function hasXfa(trailer: PDFDict): boolean {
  return interactiveForm(trailer)?.has(key('XFA')) ?? false;
}

/**
 * Returns the pages that the tree holds, in order, whatever `/Count` says (ISO 32000-2, 7.7.3). A node
 * without `/Kids` counts as a page; loops and dead ends are skipped.
 */
export function pageRefs(trailer: PDFDict): PDFRef[] {
  const root = catalogOf(trailer)?.get(key('Pages'));
  const pages: PDFRef[] = [];
  const seen = new Set<PDFObject>();
  // An explicit stack, last page first: trees built to be deep must not exhaust the call stack.
  const stack: PDFObject[] = root === undefined ? [] : [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    const dict = trailer.context.lookup(node);
    if (!(dict instanceof PDFDict)) continue;
    const kids = dict.lookup(key('Kids'));
    if (kids instanceof PDFArray && typeOf(dict) !== 'Page') {
      const items = arrayItems(kids);
      for (let i = items.length - 1; i >= 0; i--) stack.push(items[i]);
    } else if (node instanceof PDFRef && typeOf(dict) !== 'Pages') {
      pages.push(node);
    }
  }
  return pages;
}

function typeOf(dict: PDFDict): string | null {
  const type = dict.lookup(key('Type'));
  return type instanceof PDFName ? nameText(type) : null;
}
