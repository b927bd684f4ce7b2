import type { PdfDocument } from '../pdf/document.ts';
import {
  arrayItems,
  key,
  PDFArray,
  PDFDict,
  type PDFObject,
  PDFRawStream,
  type PDFRef,
} from '../pdf/objects.ts';
import { eachRef } from '../pdf/walk.ts';
import { type TreePair, treePairs } from './tree-pairs.ts';

/** A file embedded in the document, outside its pages (ISO 32000-2, 7.11.4). */
export interface Attachment {
  /** Its entry in the list that viewers show; null if it is only associated with the document (`/AF`). */
  readonly pair: TreePair | null;
  /** Its entry in the catalog's `/AF`; null if there is none. */
  readonly associated: PDFObject | null;
  /** Approximate size in bytes. */
  readonly bytes: number;
}

/** In the order of the list. */
export function attachmentsOf(doc: PdfDocument, catalog: PDFDict): Attachment[] {
  const names = catalog.lookup(key('Names'));
  const listed = names instanceof PDFDict ? treePairs(names.lookup(key('EmbeddedFiles')), 'Names') : [];
  const associated = catalog.lookup(key('AF'));
  const files = new Set(associated instanceof PDFArray ? arrayItems(associated) : []);
  const found: Attachment[] = listed.map((pair) => {
    const [name, file] = pair;
    const isAssociated = files.delete(file);
    return {
      pair,
      associated: isAssociated ? file : null,
      bytes: weightOf(doc, file) + name.sizeInBytes(),
    };
  });
  for (const file of files) found.push({ pair: null, associated: file, bytes: weightOf(doc, file) });
  return found;
}

/** Bytes of an object's dictionary, number and cross-reference entry. */
const OBJECT_BYTES = 120;

function weightOf({ context }: PdfDocument, file: PDFObject): number {
  const seen = new Set<PDFRef>();
  const collect = (ref: PDFRef) => void seen.add(ref);
  eachRef(file, collect);
  let bytes = OBJECT_BYTES;
  // The Set grows during iteration: it is the queue of the walk.
  for (const ref of seen) {
    const object = context.lookup(ref);
    if (object === undefined) continue;
    bytes += OBJECT_BYTES + (object instanceof PDFRawStream ? object.contents.length : object.sizeInBytes());
    eachRef(object, collect);
  }
  return bytes;
}
