/**
 * The object model: pdf-lib's low-level classes. Everything outside shared/pdf imports them from here, so
 * that all dependencies on pdf-lib are in one list.
 */
import {
  type PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRef,
} from 'pdf-lib';
import type { EntryMap } from './entry-map.ts';
import { hasPlace, PagedArray } from './paged-array.ts';

export {
  PDFArray,
  PDFBool,
  PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
} from 'pdf-lib';

/** Entries by key: common interface of `Map` and `EntryMap`. */
export interface DictEntries extends Iterable<[PDFName, PDFObject]> {
  readonly size: number;
  get(name: PDFName): PDFObject | undefined;
  has(name: PDFName): boolean;
  set(name: PDFName, value: PDFObject): this;
  delete(name: PDFName): boolean;
  forEach(visit: (value: PDFObject, name: PDFName) => void): void;
  keys(): IterableIterator<PDFName>;
  values(): IterableIterator<PDFObject>;
}

/**
 * Returns the live entries of a dictionary, without the copy that `entries()` makes. pdf-lib 1.17.1 declares
 * the field private; it is a plain field of every PDFDict (core/objects/PDFDict.js).
 */
export function dictEntries(dict: PDFDict): DictEntries {
  return (dict as unknown as { readonly dict: DictEntries }).dict;
}

const typedLookup = PDFDict.prototype.lookup as (name: PDFName, ...types: unknown[]) => PDFObject | undefined;

/** Without the lists that pdf-lib's own makes and spreads each time: 4 % of the time of a book of text. */
function lookup(this: PDFDict, name: PDFName, ...types: unknown[]): PDFObject | undefined {
  if (types.length > 0) return typedLookup.call(this, name, ...types);
  const value = dictEntries(this).get(name);
  const object = value instanceof PDFRef ? contextEntries(this.context).get(value) : value;
  return object === PDFNull ? undefined : object;
}
PDFDict.prototype.lookup = lookup as typeof PDFDict.prototype.lookup;

/** Creates a dictionary that owns these entries. */
export function dictOf(entries: EntryMap<PDFName, PDFObject>, context: PDFContext): PDFDict {
  // The cast: it has everything that pdf-lib uses of its `Map` (core/objects/PDFDict.js).
  return PDFDict.fromMapWithContext(entries as unknown as Map<PDFName, PDFObject>, context);
}

/**
 * Returns the items of an array, which only its own methods change; a plain private field of every PDFArray
 * (core/objects/PDFArray.js).
 */
export function arrayItems(array: PDFArray): readonly PDFObject[] {
  return (array as unknown as { readonly array: readonly PDFObject[] }).array;
}

/** Indirect objects by reference: common interface of `Map` and `RefMap`. */
export interface ObjectTable extends Iterable<[PDFRef, PDFObject]> {
  readonly size: number;
  get(ref: PDFRef): PDFObject | undefined;
  has(ref: PDFRef): boolean;
  keys(): Iterable<PDFRef>;
  values(): Iterable<PDFObject>;
}

/**
 * Returns the live indirect objects in unspecified order; a plain private field of every PDFContext
 * (core/PDFContext.js).
 */
export function contextEntries(context: PDFContext): ObjectTable {
  return (context as unknown as { readonly indirectObjects: ObjectTable }).indirectObjects;
}

/** A number that formats its text on demand; pdf-lib's own formats it at once, though it is rarely used. */
class ReadNumber {
  readonly numberValue: number;

  constructor(value: number) {
    this.numberValue = value;
  }

  get stringValue(): string {
    return PDFNumber.of(this.numberValue).toString();
  }
}
Object.setPrototypeOf(ReadNumber.prototype, PDFNumber.prototype);

export function numberOf(value: number): PDFNumber {
  // The cast: it has both fields of a PDFNumber (core/objects/PDFNumber.js) and its prototype.
  return new ReadNumber(value) as unknown as PDFNumber;
}

const texts = new WeakMap<PDFName, string>();

/** Returns a name's text without slash, with `#xx` decoded; one character per byte. */
export function nameText(name: PDFName): string {
  let text = texts.get(name);
  if (text === undefined) texts.set(name, (text = name.decodeText()));
  return text;
}

/** A reference that formats its text on demand; pdf-lib's own formats it at once, though it is rarely used. */
class NumberedRef {
  readonly objectNumber: number;
  readonly generationNumber = 0;

  constructor(objectNumber: number) {
    this.objectNumber = objectNumber;
  }

  get tag(): string {
    return `${this.objectNumber} 0 R`;
  }
}
Object.setPrototypeOf(NumberedRef.prototype, PDFRef.prototype);

/** References of generation 0 by object number. */
const references = new PagedArray<PDFRef>();
const pooledRef = PDFRef.of;

/** True for generation 0 and a number small enough for a table by number. */
export function isNumbered({ objectNumber, generationNumber }: PDFRef): boolean {
  return generationNumber === 0 && hasPlace(objectNumber);
}

/** Returns the unique object for this reference; pdf-lib's own pool formats a text for each lookup. */
export function refOf(objectNumber: number, generation = 0): PDFRef {
  if (generation !== 0 || !hasPlace(objectNumber)) return pooledRef(objectNumber, generation);
  const known = references.get(objectNumber);
  if (known !== undefined) return known;
  // The cast: it has everything of a PDFRef (core/objects/PDFRef.js) and its prototype.
  const ref = new NumberedRef(objectNumber) as unknown as PDFRef;
  references.set(objectNumber, ref);
  return ref;
}
// pdf-lib and its callers must get the same objects.
PDFRef.of = refOf;

const names = new Map<string, PDFName>();

/** Returns the name for a plain key, without pdf-lib's decoding each time. */
export function key(text: string): PDFName {
  let name = names.get(text);
  if (name === undefined) {
    name = PDFName.of(text);
    names.set(text, name);
  }
  return name;
}
