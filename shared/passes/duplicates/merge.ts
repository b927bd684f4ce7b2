import type { Changes } from '../../pdf/check/changes.ts';
import type { PdfDocument } from '../../pdf/document.ts';
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
} from '../../pdf/objects.ts';
import { PACKING_KEYS } from '../../pdf/streams.ts';
import type { PassReport } from '../../report.ts';
import { createTally, saved } from '../pass.ts';

const TYPE = key('Type');

/** A dictionary with one of these keys is part of a structure or is referenced by identity. */
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

/** Removed objects with their replacements, which may be removed as well. */
export type Merges = ReadonlyMap<PDFRef, PDFRef>;

/** True if it has no identity, so that equal ones are interchangeable. */
export function isFree(dict: PDFDict): boolean {
  const type = dict.lookup(TYPE);
  if (type instanceof PDFName && IDENTITY_TYPES.has(type)) return false;
  for (const name of dictEntries(dict).keys()) if (IDENTITY_KEYS.has(name)) return false;
  return true;
}

/** Equal for objects that are equal when references follow the merges; for streams, without data. */
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

/** Keys about how the data of a stream is encoded. */
export const PACKING: ReadonlySet<PDFName> = new Set(PACKING_KEYS.map(key));

/** @param ignored keys to leave out */
export function dictSignature(dict: PDFDict, merges: Merges, ignored: ReadonlySet<PDFName> = LENGTH): string {
  const entries: string[] = [];
  for (const [name, value] of dictEntries(dict)) {
    if (!ignored.has(name)) entries.push(`${name} ${signatureOf(value, merges)}`);
  }
  // The order of keys has no meaning.
  return `<<${entries.sort().join(' ')}>>`;
}

function finalRef(ref: PDFRef, merges: Merges): PDFRef {
  let final = ref;
  for (let next = merges.get(final); next !== undefined; next = merges.get(final)) final = next;
  return final;
}

/** Redirects references to the surviving objects, removes the others, and declares the changes. */
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
