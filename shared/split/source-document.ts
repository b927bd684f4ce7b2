import type { PdfDocument } from '../pdf/document.ts';
import { type PDFObject, type PDFRef, refOf } from '../pdf/objects.ts';
import { catalogOf } from '../pdf/page-tree.ts';
import { type Attachment, attachmentsOf } from './attachments.ts';
import { namedPages } from './destinations.ts';
import { type Fields, readFields } from './fields.ts';
import type { Forest } from './forest.ts';
import { readOutline } from './outline.ts';
import { annotationPages, type PageIndex, readPages, treeNodesOf } from './page-index.ts';
import { sharedTables } from './shared-resources.ts';
import { readStructure, type Structure } from './structure.ts';

/** A document to be split, read once for all parts. */
export interface SourceDocument extends PageIndex {
  /** Inner nodes of the page tree. */
  readonly treeNodes: ReadonlySet<PDFObject>;
  /** Resource dictionaries that several pages share. */
  readonly sharedTables: ReadonlySet<PDFRef>;
  readonly outline: Forest;
  readonly fields: Fields;
  readonly structure: Structure;
  readonly attachments: readonly Attachment[];
  /** Page number (1-based) of each page in the file. */
  readonly pageNumbers: readonly number[];
  readonly freshRef: () => PDFRef;
}

/**
 * @param leftOut numbers of pages that belong to no part, like the pages of another document
 * @throws Error if the document has no catalog, which `openDocument` rules out
 */
export function readSourceDocument(
  doc: PdfDocument,
  leftOut: ReadonlySet<number> = new Set(),
): SourceDocument {
  const catalog = catalogOf(doc.trailer);
  if (catalog === null) throw new Error('a document without a catalog was opened');
  let last = doc.context.largestObjectNumber;
  const freshRef = () => refOf((last += 1), 0);
  const numbered = readPages(doc, freshRef).map((page, index) => ({ page, number: index + 1 }));
  const kept = numbered.filter(({ number }) => !leftOut.has(number));
  // Behind the kept pages: an index that is in no part.
  const all = [...kept, ...numbered.filter(({ number }) => leftOut.has(number))].map(({ page }) => page);
  const places: PageIndex = {
    doc,
    catalog,
    pages: kept.map(({ page }) => page),
    pageIndex: new Map(all.map(({ ref }, index) => [ref, index])),
    annotationPage: annotationPages(all),
    namedPages: new Map(),
  };
  const named: PageIndex = { ...places, namedPages: namedPages(places) };
  return {
    ...named,
    treeNodes: treeNodesOf(all),
    sharedTables: sharedTables(places.pages),
    outline: readOutline(named),
    fields: readFields(named),
    structure: readStructure(named),
    attachments: attachmentsOf(doc, catalog),
    pageNumbers: kept.map(({ number }) => number),
    freshRef,
  };
}
