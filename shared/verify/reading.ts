import type { PdfDocument } from '../pdf/document.ts';
import { type PageView, pageView } from '../pdf/inventory/page-sizes.ts';
import { PDFDict, type PDFObject, type PDFRef } from '../pdf/objects.ts';
import { catalogOf, pageRefs } from '../pdf/page-tree.ts';
import { dictAt, entry } from './strings.ts';
import { nameTreeEntries } from './trees.ts';

export interface ReadPage {
  readonly dict: PDFDict;
  readonly view: PageView;
}

/** Displayed page number, 1-based, in the numbering of the document before. */
export type PageNaming = (index: number) => string;

/** A document with the data that all comparisons need. */
export interface Reading {
  readonly doc: PdfDocument;
  readonly catalog: PDFDict | undefined;
  readonly pages: readonly ReadPage[];
  /** Page index by dictionary; only pages of the tree. */
  readonly pageIndex: ReadonlyMap<PDFObject, number>;
  /** Explicit destinations by name. */
  readonly destinations: ReadonlyMap<string, PDFObject>;
}

export function readingOf(doc: PdfDocument): Reading {
  const catalog = catalogOf(doc.trailer) ?? undefined;
  const pages = pageRefs(doc.trailer).flatMap((ref) => pageAt(doc, ref));
  return {
    doc,
    catalog,
    pages,
    pageIndex: new Map(pages.map(({ dict }, index) => [dict, index])),
    destinations: namedDestinations(catalog),
  };
}

function pageAt(doc: PdfDocument, ref: PDFRef): ReadPage[] {
  const dict = doc.context.lookup(ref);
  return dict instanceof PDFDict ? [{ dict, view: pageView(dict) }] : [];
}

/** Names of PDF 1.1 are in a dictionary, strings since 1.2 in a name tree (ISO 32000-2, 12.3.2.4). */
function namedDestinations(catalog: PDFDict | undefined): Map<string, PDFObject> {
  const found = new Map<string, PDFObject>();
  const old = dictAt(catalog, 'Dests');
  for (const name of old?.keys() ?? []) {
    const value = old?.lookup(name);
    if (value !== undefined) found.set(name.decodeText(), value);
  }
  for (const [name, value] of nameTreeEntries(entry(dictAt(catalog, 'Names'), 'Dests'))) {
    if (value !== undefined) found.set(name, value);
  }
  return found;
}
