import type { PdfDocument } from '../pdf/document.ts';
import {
  arrayItems,
  contextEntries,
  dictEntries,
  key,
  PDFArray,
  PDFContext,
  PDFDict,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from '../pdf/objects.ts';
import { eachRef } from '../pdf/walk.ts';

const STRUCT_KEYS = ['StructParent', 'StructParents'].map(key);

/**
 * The objects of one part, with the object numbers of the whole: everything reachable from its roots except
 * objects of other parts. The whole is not changed; an object that refers to a foreign one is copied without
 * the reference.
 */
export class PartObjects {
  readonly context = PDFContext.create();
  /** Keys of the structure's parent tree that the part's objects use. */
  readonly structKeys = new Set<number>();
  readonly #whole: PdfDocument;
  readonly #isForeign: (object: PDFObject) => boolean;
  readonly #freshRef: () => PDFRef;
  readonly #replaced = new Map<PDFObject, PDFObject>();
  readonly #taken = new Set<PDFRef>();

  constructor(whole: PdfDocument, freshRef: () => PDFRef, isForeign: (object: PDFObject) => boolean) {
    this.#whole = whole;
    this.#freshRef = freshRef;
    this.#isForeign = isForeign;
  }

  /** Replaces `object` (a reference or a direct object) in this part. */
  replace(object: PDFObject, replacement: PDFObject): void {
    this.#replaced.set(object, replacement);
  }

  /** Returns `object` if it is a reference, else a new reference. */
  refFor(object: PDFObject | undefined): PDFRef {
    return object instanceof PDFRef ? object : this.#freshRef();
  }

  /** Adds everything reachable from `root`, which is given in its final form. */
  take(root: PDFObject): PDFObject {
    const waiting: PDFRef[] = [];
    const own = this.#own(root);
    eachRef(own, (ref) => waiting.push(ref));
    for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) {
      if (this.#taken.has(ref)) continue;
      this.#taken.add(ref);
      const object = this.#replaced.get(ref) ?? contextEntries(this.#whole.context).get(ref);
      if (object === undefined) continue;
      const taken = this.#own(object);
      this.context.assign(ref, taken);
      eachRef(taken, (each) => waiting.push(each));
    }
    return own;
  }

  /** Returns the object itself if nothing in it is foreign, else a copy. */
  #own(object: PDFObject): PDFObject {
    return this.#needsCopy(object) ? this.#copy(object) : object;
  }

  #needsCopy(object: PDFObject): boolean {
    if (object instanceof PDFRef) return this.#isForeign(object);
    if (this.#replaced.has(object)) return true;
    if (object instanceof PDFRawStream) return this.#needsCopy(object.dict);
    let needs = false;
    if (object instanceof PDFDict) {
      for (const name of STRUCT_KEYS) {
        const number = dictEntries(object).get(name);
        if (number instanceof PDFNumber) this.structKeys.add(number.asNumber());
      }
      for (const value of dictEntries(object).values()) needs = this.#needsCopy(value) || needs;
    } else if (object instanceof PDFArray) {
      for (const item of arrayItems(object)) needs = this.#needsCopy(item) || needs;
    }
    return needs;
  }

  #copy(object: PDFObject): PDFObject {
    if (object instanceof PDFRef) return this.#isForeign(object) ? PDFNull : object;
    const replacement = this.#replaced.get(object);
    if (replacement !== undefined && replacement !== object) return this.#own(replacement);
    if (object instanceof PDFRawStream)
      return PDFRawStream.of(this.#copy(object.dict) as PDFDict, object.contents);
    if (object instanceof PDFArray) {
      const array = PDFArray.withContext(this.#whole.context);
      for (const item of arrayItems(object)) array.push(this.#copy(item));
      return array;
    }
    if (!(object instanceof PDFDict)) return object;
    const entries = new Map(
      [...dictEntries(object)].map(([name, value]) => [name, this.#copy(value)] as const),
    );
    for (const [name, value] of entries) if (value === PDFNull) entries.delete(name);
    return PDFDict.fromMapWithContext(entries, object.context);
  }
}
