/**
 * The object model: pdf-lib's low-level classes. Everything outside shared/pdf takes them from here, so that
 * what we rely on of pdf-lib stays in one list.
 */
import { type PDFArray, type PDFContext, type PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib';

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

/**
 * The live entries of a dictionary, without the copy that `entries()` makes.
 * pdf-lib 1.17.1 declares the field private; it is a plain field of every PDFDict (core/objects/PDFDict.js).
 */
export function dictEntries(dict: PDFDict): Map<PDFName, PDFObject> {
  return (dict as unknown as { readonly dict: Map<PDFName, PDFObject> }).dict;
}

/** The live items of an array; a plain private field of every PDFArray (core/objects/PDFArray.js). */
export function arrayItems(array: PDFArray): PDFObject[] {
  return (array as unknown as { readonly array: PDFObject[] }).array;
}

/** The live indirect objects in no certain order; a plain private field of every PDFContext (core/PDFContext.js). */
export function contextEntries(context: PDFContext): ReadonlyMap<PDFRef, PDFObject> {
  return (context as unknown as { readonly indirectObjects: Map<PDFRef, PDFObject> }).indirectObjects;
}

const texts = new WeakMap<PDFName, string>();

/** A name's text without slash, with `#xx` undone; one character per byte. */
export function nameText(name: PDFName): string {
  let text = texts.get(name);
  if (text === undefined) texts.set(name, (text = name.decodeText()));
  return text;
}

/** References of generation 0 by object number; a bound against numbers that are made to be large. */
const references: (PDFRef | undefined)[] = [];
const MOST_REFERENCES = 1 << 20;

/** The one object that stands for this reference; pdf-lib's own pool makes a text of each that it looks up. */
export function refOf(objectNumber: number, generation: number): PDFRef {
  if (generation !== 0 || objectNumber >= MOST_REFERENCES) return PDFRef.of(objectNumber, generation);
  // Without gaps, since an array with holes is slow.
  while (references.length <= objectNumber) references.push(undefined);
  return (references[objectNumber] ??= PDFRef.of(objectNumber));
}

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
