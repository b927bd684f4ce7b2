import type { Changes } from '../pdf/check/changes.ts';
import type { PdfDocument } from '../pdf/document.ts';
import {
  arrayItems,
  contextEntries,
  dictEntries,
  key,
  PDFArray,
  PDFDict,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from '../pdf/objects.ts';
import type { PassReport } from '../report.ts';
import { createTally, saved } from './pass.ts';

const TYPE = key('Type');

/** A dictionary with one of these belongs to something or is pointed at as itself. */
const IDENTITY_KEYS: ReadonlySet<PDFName> = new Set(
  ['Parent', 'P', 'StructParent', 'StructParents', 'Annots', 'Kids', 'Rect', 'FT', 'Pg'].map(key),
);
const IDENTITY_TYPES: ReadonlySet<PDFName> = new Set(
  [
    'Catalog',
    'Page',
    'Pages',
    'Annot',
    'StructElem',
    'StructTreeRoot',
    'OCG',
    'OCMD',
    'Outlines',
    'Sig',
    'Filespec',
    'Action',
    'Template',
    'Thread',
    'Bead',
  ].map(key),
); // prettier-ignore

/** Objects that go, and the one that each leaves its place to, which may go as well. */
export type Merges = ReadonlyMap<PDFRef, PDFRef>;

/** It is nobody's own, so that equal means interchangeable. */
export function isFree(dict: PDFDict): boolean {
  const type = dict.lookup(TYPE);
  if (type instanceof PDFName && IDENTITY_TYPES.has(type)) return false;
  for (const name of dictEntries(dict).keys()) if (IDENTITY_KEYS.has(name)) return false;
  return true;
}

/** Equal for objects that are equal when references are followed through the merges; of streams, data apart. */
export function signatureOf(object: PDFObject, merges: Merges): string {
  if (object instanceof PDFRef) return finalRef(object, merges).tag;
  if (object instanceof PDFArray)
    return `[${arrayItems(object)
      .map((item) => signatureOf(item, merges))
      .join(' ')}]`;
  if (object instanceof PDFRawStream) return signatureOf(object.dict, merges);
  return object instanceof PDFDict ? dictSignature(object, merges) : `${object}`;
}

const LENGTH: ReadonlySet<PDFName> = new Set([key('Length')]);

/** @param ignored keys that do not count */
export function dictSignature(dict: PDFDict, merges: Merges, ignored: ReadonlySet<PDFName> = LENGTH): string {
  const entries: string[] = [];
  for (const [name, value] of dictEntries(dict)) {
    if (!ignored.has(name)) entries.push(`${name} ${signatureOf(value, merges)}`);
  }
  // The order of keys means nothing.
  return `<<${entries.sort().join(' ')}>>`;
}

function finalRef(ref: PDFRef, merges: Merges): PDFRef {
  let final = ref;
  for (let next = merges.get(final); next !== undefined; next = merges.get(final)) final = next;
  return final;
}

/** Leads every reference to the objects that stay, drops the others, and says so. */
export function mergeObjects(doc: PdfDocument, changes: Changes, merges: Merges): PassReport {
  const tally = createTally('dedupe');
  for (const [ref, into] of merges) {
    const object = doc.context.lookup(ref);
    changes.merged(ref, into);
    tally.add(saved(object instanceof PDFRawStream ? object.contents.length : 0));
  }
  if (merges.size > 0) redirect(doc, merges);
  for (const ref of merges.keys()) doc.context.delete(ref);
  return tally.report();
}

function redirect(doc: PdfDocument, merges: Merges): void {
  const visit = (object: PDFObject): void => {
    const dict = object instanceof PDFRawStream ? object.dict : object;
    if (dict instanceof PDFDict) {
      const entries = dictEntries(dict);
      for (const [name, value] of entries) {
        if (!(value instanceof PDFRef)) visit(value);
        else if (merges.has(value)) entries.set(name, finalRef(value, merges));
      }
    } else if (dict instanceof PDFArray) {
      for (const [index, item] of arrayItems(dict).entries()) {
        if (!(item instanceof PDFRef)) visit(item);
        else if (merges.has(item)) dict.set(index, finalRef(item, merges));
      }
    }
  };
  for (const object of contextEntries(doc.context).values()) visit(object);
}
