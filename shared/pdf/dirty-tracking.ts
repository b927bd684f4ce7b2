/**
 * Objects that know whether anything changed them since they were read. The check may look at those of the input again instead of
 * parsing their bytes a second time, so nothing may change one and go unseen: the entries of a dictionary can only be
 * reached through its `EntryMap`, the items of an array are frozen, and all else (names, strings, numbers, references) never changes.
 */
import { EntryMap } from './entry-map.ts';
import {
  arrayItems,
  dictEntries,
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFObject,
  PDFStream,
} from './objects.ts';

/** An array whose items are frozen until one of its methods changes them. */
class ReadArray {
  readonly context: PDFContext;
  array: PDFObject[];

  constructor(items: PDFObject[], context: PDFContext) {
    this.context = context;
    this.array = items;
  }

  push(object: PDFObject): void {
    ownItems(this).push(object);
  }

  insert(index: number, object: PDFObject): void {
    ownItems(this).splice(index, 0, object);
  }

  remove(index: number): void {
    ownItems(this).splice(index, 1);
  }

  set(index: number, object: PDFObject): void {
    ownItems(this)[index] = object;
  }
}
Object.setPrototypeOf(ReadArray.prototype, PDFArray.prototype);

function ownItems(array: ReadArray): PDFObject[] {
  if (Object.isFrozen(array.array)) array.array = [...array.array];
  return array.array;
}

/** @param items belong to the array from now on */
export function trackedArray(items: PDFObject[], context: PDFContext): PDFArray {
  Object.freeze(items);
  // It has the two fields that a PDFArray has (core/objects/PDFArray.js), and by its prototype is one.
  return new ReadArray(items, context) as unknown as PDFArray;
}

/** Nothing has changed the object, nor what stands in place inside it, since it was read. Others that it refers to do not count. */
export function isUnmodified(object: PDFObject): boolean {
  if (object instanceof PDFDict) {
    const entries = dictEntries(object);
    if (!(entries instanceof EntryMap && entries.isAsGiven)) return false;
    let areAsRead = true;
    entries.forEach((value) => {
      areAsRead &&= isUnmodified(value);
    });
    return areAsRead;
  }
  if (object instanceof PDFArray) {
    const items = arrayItems(object);
    return Object.isFrozen(items) && items.every(isUnmodified);
  }
  // Its data is a view into the file, which nobody changes.
  return object instanceof PDFStream ? isUnmodified(object.dict) : true;
}
