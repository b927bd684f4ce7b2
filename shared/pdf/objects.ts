/**
 * The object model: pdf-lib's low-level classes. Everything outside shared/pdf takes them from here, so that
 * what we rely on of pdf-lib stays in one list.
 */
import { type PDFArray, type PDFContext, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib';
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

/** Entries by key: what a `Map` and an `EntryMap` have in common. */
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
 * The live entries of a dictionary, without the copy that `entries()` makes.
 * pdf-lib 1.17.1 declares the field private; it is a plain field of every PDFDict (core/objects/PDFDict.js).
 */
export function dictEntries(dict: PDFDict): DictEntries {
  return (dict as unknown as { readonly dict: DictEntries }).dict;
}

/** What `dict.lookup(name)` gives, but for null, without the lists that it makes each time: for what is asked of each object. */
export function lookedUp(dict: PDFDict, name: PDFName): PDFObject | undefined {
  const value = dictEntries(dict).get(name);
  return value instanceof PDFRef ? contextEntries(dict.context).get(value) : value;
}

/** A dictionary of these entries, which belong to it from now on. */
export function dictOf(entries: EntryMap<PDFName, PDFObject>, context: PDFContext): PDFDict {
  // It has all that pdf-lib asks of its `Map` (core/objects/PDFDict.js).
  return PDFDict.fromMapWithContext(entries as unknown as Map<PDFName, PDFObject>, context);
}

/** The items of an array, of which only its own methods change any; a plain private field of every PDFArray (core/objects/PDFArray.js). */
export function arrayItems(array: PDFArray): readonly PDFObject[] {
  return (array as unknown as { readonly array: readonly PDFObject[] }).array;
}

/** Indirect objects by reference: what a `Map` and a `RefMap` have in common. */
export interface ObjectTable extends Iterable<[PDFRef, PDFObject]> {
  readonly size: number;
  get(ref: PDFRef): PDFObject | undefined;
  has(ref: PDFRef): boolean;
  keys(): Iterable<PDFRef>;
  values(): Iterable<PDFObject>;
}

/** The live indirect objects in no certain order; a plain private field of every PDFContext (core/PDFContext.js). */
export function contextEntries(context: PDFContext): ObjectTable {
  return (context as unknown as { readonly indirectObjects: ObjectTable }).indirectObjects;
}

/** A number that makes its text when it is asked for; pdf-lib's own make it at once, and hardly anybody asks. */
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
  // It has the two fields that a PDFNumber has (core/objects/PDFNumber.js), and by its prototype is one.
  return new ReadNumber(value) as unknown as PDFNumber;
}

const texts = new WeakMap<PDFName, string>();

/** A name's text without slash, with `#xx` undone; one character per byte. */
export function nameText(name: PDFName): string {
  let text = texts.get(name);
  if (text === undefined) texts.set(name, (text = name.decodeText()));
  return text;
}

/** A reference that makes its text when it is asked for; pdf-lib's own make it at once, and hardly anybody asks. */
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

/** Of generation 0, and with a number that is near enough to others for a table by number. */
export function isNumbered({ objectNumber, generationNumber }: PDFRef): boolean {
  return generationNumber === 0 && hasPlace(objectNumber);
}

/** The one object that stands for this reference; pdf-lib's own pool makes a text of each that it looks up. */
export function refOf(objectNumber: number, generation = 0): PDFRef {
  if (generation !== 0 || !hasPlace(objectNumber)) return pooledRef(objectNumber, generation);
  const known = references.get(objectNumber);
  if (known !== undefined) return known;
  // It has all that a PDFRef has (core/objects/PDFRef.js), and by its prototype is one.
  const ref = new NumberedRef(objectNumber) as unknown as PDFRef;
  references.set(objectNumber, ref);
  return ref;
}
// Whoever asks pdf-lib, and pdf-lib itself, must be given the same one.
PDFRef.of = refOf;

const names = new Map<string, PDFName>();

/** The name for one of our own plain keys, without pdf-lib's decoding each time. */
export function key(text: string): PDFName {
  let name = names.get(text);
  if (name === undefined) {
    name = PDFName.of(text);
    names.set(text, name);
  }
  return name;
}
