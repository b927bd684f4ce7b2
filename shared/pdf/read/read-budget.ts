import { PdfError } from '../../errors.ts';
import { DIRECT_OBJECTS } from '../../limits.ts';

/** A sound file is parsed about once; a damaged one starts many objects whose end is lost. */
const TIMES_PARSED = 4;
const PARSED_AT_LEAST = 64 * 1024 * 1024;

/**
 * What reading one file may cost. Nothing in the format keeps two objects from lying in the same bytes, and a few
 * kilobytes unpack to millions of numbers: a file made so would take hours or all memory.
 */
export class ReadBudget {
  #bytesLeft = PARSED_AT_LEAST;
  readonly #objects: number;
  #objectsLeft: number;

  /** @param objects direct objects that may be read */
  constructor(objects = DIRECT_OBJECTS) {
    this.#objects = objects;
    this.#objectsLeft = objects;
  }

  /** `bytes` more (the file, an unpacked object stream) are there to be read. */
  addSource(bytes: number): void {
    this.#bytesLeft += TIMES_PARSED * bytes;
  }

  /** @throws PdfError when the same bytes were gone through again and again */
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
