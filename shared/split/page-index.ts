import { ancestorsOf } from '../pdf/content/interpret/inherited-resources.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { arrayItems, key, PDFArray, PDFDict, type PDFName, type PDFObject, PDFRef } from '../pdf/objects.ts';
import { pageRefs } from '../pdf/page-tree.ts';

/** A page with its inherited entries. */
export interface WholePage {
  readonly ref: PDFRef;
  readonly dict: PDFDict;
  /** Entries inherited from ancestors (ISO 32000-2, table 31). */
  readonly inherited: ReadonlyMap<PDFName, PDFObject>;
}

/** Index of pages and annotations, for resolving destinations. */
export interface PageIndex {
  readonly doc: PdfDocument;
  readonly catalog: PDFDict;
  readonly pages: readonly WholePage[];
  readonly pageIndex: ReadonlyMap<PDFObject, number>;
  /** Page index by annotation. */
  readonly annotationPage: ReadonlyMap<PDFObject, number>;
  /** Page index by destination name; null if the name leads to no page of this document. */
  readonly namedPages: ReadonlyMap<string, number | null>;
}

const INHERITABLE = ['Resources', 'MediaBox', 'CropBox', 'Rotate'].map(key);

export function readPages(doc: PdfDocument, freshRef: () => PDFRef): WholePage[] {
  // A direct object inherited by many pages becomes indirect, so that a part has it once.
  const shared = new Map<PDFObject, PDFRef>();
  const objectOf = (value: PDFObject) => {
    if (!(value instanceof PDFDict)) return value;
    let ref = shared.get(value);
    if (ref === undefined) {
      shared.set(value, (ref = freshRef()));
      doc.context.assign(ref, value);
    }
    return ref;
  };
  return pageRefs(doc.trailer).flatMap((ref) => {
    const dict = doc.context.lookup(ref);
    if (!(dict instanceof PDFDict)) return [];
    const inherited = new Map<PDFName, PDFObject>();
    const missing = INHERITABLE.filter((name) => dict.lookup(name) === undefined);
    for (const node of missing.length > 0 ? ancestorsOf(dict) : []) {
      for (const name of missing) {
        const value = node.get(name);
        if (value !== undefined && !inherited.has(name)) inherited.set(name, objectOf(value));
      }
    }
    return [{ ref, dict, inherited }];
  });
}

/** Maps each annotation to its page index. */
export function annotationPages(pages: readonly WholePage[]): Map<PDFObject, number> {
  const found = new Map<PDFObject, number>();
  for (const [index, { dict }] of pages.entries()) {
    for (const item of annotationsOf(dict)) if (!found.has(item)) found.set(item, index);
  }
  return found;
}

/** Items as the page stores them: references, or the dictionaries themselves. */
export function annotationsOf(page: PDFDict): readonly PDFObject[] {
  const array = page.lookup(key('Annots'));
  return array instanceof PDFArray ? arrayItems(array) : [];
}

/** Returns the inner nodes of the page tree. */
export function treeNodesOf(pages: readonly WholePage[]): Set<PDFObject> {
  const nodes = new Set<PDFObject>();
  for (const { dict } of pages) {
    let ref = dict.get(key('Parent'));
    while (ref instanceof PDFRef && !nodes.has(ref)) {
      nodes.add(ref);
      const node: PDFObject | undefined = dict.context.lookup(ref);
      ref = node instanceof PDFDict ? node.get(key('Parent')) : undefined;
    }
  }
  return nodes;
}
