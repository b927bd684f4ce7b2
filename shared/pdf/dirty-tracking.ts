/**
 * Tracks whether objects were changed since they were read. The check can then reuse unchanged objects of the
 * input instead of parsing again, so no change may go unnoticed: dictionary entries are only reachable
 * through the `EntryMap`, array items are frozen, and all other objects (names, strings, numbers, references)
 * are immutable.
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

/** @param items owned by the array from now on */
export function trackedArray(items: PDFObject[], context: PDFContext): PDFArray {
  Object.freeze(items);
  // The cast: it has both fields of a PDFArray (core/objects/PDFArray.js) and its prototype.
  return new ReadArray(items, context) as unknown as PDFArray;
}

/**
 * Returns whether the object and the direct objects inside it are unchanged since they were read. Referenced
 * objects do not count.
 */
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
  // Its data is a view into the file and never changes.
  return object instanceof PDFStream ? isUnmodified(object.dict) : true;
}
