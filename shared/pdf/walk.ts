import {
  arrayItems,
  contextEntries,
  dictEntries,
  key,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFNull,
  type PDFObject,
  PDFRef,
  PDFStream,
} from './objects.ts';
import { RefSet } from './ref-map.ts';

const NONE: readonly PDFObject[] = [];

/** Returns the objects directly inside this one: values of a dictionary (or a stream's), items of an array. */
export function childObjects(object: PDFObject): Iterable<PDFObject> {
  if (object instanceof PDFDict) return dictEntries(object).values();
  if (object instanceof PDFArray) return arrayItems(object);
  if (object instanceof PDFStream) return dictEntries(object.dict).values();
  return NONE;
}

/** Visits the references inside a direct object, with duplicates; does not follow them. */
export function eachRef(object: PDFObject, visit: (ref: PDFRef) => void): void {
  if (object instanceof PDFRef) visit(object);
  else if (object instanceof PDFDict) dictEntries(object).forEach((value) => void eachRef(value, visit));
  else if (object instanceof PDFArray) for (const item of arrayItems(object)) eachRef(item, visit);
  else if (object instanceof PDFStream) eachRef(object.dict, visit);
}

/** Counts the references to each object from the objects of the document. */
export function referenceCounts(context: PDFContext): Map<PDFRef, number> {
  const counts = new Map<PDFRef, number>();
  for (const object of contextEntries(context).values()) {
    eachRef(object, (ref) => counts.set(ref, (counts.get(ref) ?? 0) + 1));
  }
  return counts;
}

/** Returns every reference reachable from `root`, in breadth-first order. */
export function reachableRefs(context: PDFContext, root: PDFObject): RefSet {
  const objects = contextEntries(context);
  const reached = new RefSet();
  const collect = (ref: PDFRef) => {
    if (objects.has(ref)) reached.add(ref);
  };
  eachRef(root, collect);
  for (const ref of reached.refs) {
    const object = objects.get(ref);
    if (object !== undefined) eachRef(object, collect);
  }
  return reached;
}

/** Returns the kids of a structure element or of the tree's root (14.7.2): elements and content. */
export function elementKids(element: PDFDict): readonly PDFObject[] {
  const kids = element.get(key('K'));
  const value = kids === undefined ? undefined : element.context.lookup(kids);
  if (value instanceof PDFArray) return arrayItems(value);
  return kids === undefined || value === undefined || value === PDFNull ? [] : [kids];
}
