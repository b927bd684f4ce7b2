import { contextEntries, type PDFContext, type PDFDict, PDFRef } from '../objects.ts';
import { eachRef } from '../walk.ts';
import type { Xref } from './xref.ts';

/**
 * Object numbers for new objects, above all that the file uses or refers to, so that no dangling reference
 * gets a target.
 */
export class FreeNumbers {
  readonly #context: PDFContext;
  readonly #trailer: PDFDict;
  readonly #xref: Xref;
  #last: number | null = null;

  constructor(context: PDFContext, trailer: PDFDict, xref: Xref) {
    this.#context = context;
    this.#trailer = trailer;
    this.#xref = xref;
  }

  next(): PDFRef {
    this.#last = (this.#last ?? this.#largest()) + 1;
    return PDFRef.of(this.#last);
  }

  #largest(): number {
    let largest = 0;
    const see = ({ objectNumber }: PDFRef) => {
      largest = Math.max(largest, objectNumber);
    };
    this.#xref.entries.forEach((_, number) => {
      largest = Math.max(largest, number);
    });
    eachRef(this.#trailer, see);
    for (const object of contextEntries(this.#context).values()) eachRef(object, see);
    return largest;
  }
}
