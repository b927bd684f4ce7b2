import { emptyContext } from '../context.ts';
import { isUnmodified } from '../dirty-tracking.ts';
import type { PdfDocument } from '../document.ts';
import { limitDecoding } from '../filter/filters.ts';
import { load } from './load.ts';
import { readDocument } from './open.ts';
import type { OpenOptions, Source } from './source.ts';

/**
 * A file that is opened several times: worked on, and then compared with what came of it. Each time its document is what its bytes
 * say. Objects that nothing has changed since they were parsed are not parsed again, since that would give the same once more;
 * which these are, the objects themselves know (`dirty-tracking.ts`), and nobody has to declare it.
 */
export class InputFile {
  readonly bytes: Uint8Array;
  readonly #options: OpenOptions;
  #source: Source | null = null;

  constructor(bytes: Uint8Array, options: OpenOptions) {
    this.bytes = bytes;
    this.#options = options;
  }

  /**
   * The document as the file has it. One that was given before ends with it, and with it what was made of that.
   *
   * @throws PdfError as `openDocument` does
   */
  async open(): Promise<PdfDocument> {
    if (this.#source !== null && isUnmodified(this.#source.xref.trailer)) {
      const { context } = this.#source;
      emptyContext(context);
      limitDecoding(context, this.#options.limits.totalBytes);
      return (await load(this.#source, this.#options)).document;
    }
    const { document, source } = await readDocument(this.bytes, this.#options);
    this.#source = source;
    return document;
  }
}
