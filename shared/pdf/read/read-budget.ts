import { PdfError } from '../../errors.ts';
import { DIRECT_OBJECTS } from '../../limits.ts';

/** A sound file is parsed about once; a damaged one has many object starts whose end is lost. */
const TIMES_PARSED = 4;
const PARSED_AT_LEAST = 64 * 1024 * 1024;

/**
 * Limits the cost of reading one file. The format allows overlapping objects, and a few kilobytes can unpack
 * to millions of numbers: a malicious file would take hours or all memory.
 */
export class ReadBudget {
  #bytesLeft = PARSED_AT_LEAST;
  readonly #objects: number;
  #objectsLeft: number;

  /** @param objects maximum number of direct objects */
  constructor(objects = DIRECT_OBJECTS) {
    this.#objects = objects;
    this.#objectsLeft = objects;
  }

  /** Extends the budget by `bytes` of input (the file, an unpacked object stream). */
  addSource(bytes: number): void {
    this.#bytesLeft += TIMES_PARSED * bytes;
  }

  /** @throws PdfError when the same bytes were parsed too many times */
  parsed(bytes: number): void {
    this.#bytesLeft -= bytes;
    if (this.#bytesLeft < 0) {
      throw new PdfError({
        code: 'damaged_pdf',
        reason: 'unreadable',
        detail: 'too many objects lie inside each other',
      });
    }
  }

  /** @throws PdfError `limit_exceeded` */
  object(): void {
    if (--this.#objectsLeft < 0)
      throw new PdfError({ code: 'limit_exceeded', limit: 'objects', allowed: this.#objects });
  }
}
