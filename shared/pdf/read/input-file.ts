import { emptyContext } from '../context.ts';
import { isUnmodified } from '../dirty-tracking.ts';
import type { PdfDocument } from '../document.ts';
import { limitDecoding } from '../filter/growth.ts';
import { load } from './load.ts';
import { readDocument } from './open.ts';
import type { OpenOptions, Source } from './source.ts';

/**
 * A file that is opened several times: to be changed, and then to be compared with the result. Each time its
 * document is what its bytes say. Objects that were not changed since they were parsed are reused; the
 * objects track changes themselves (`dirty-tracking.ts`), so that no caller has to declare them.
 */
export class InputFile {
  readonly bytes: Uint8Array;
  readonly #options: OpenOptions;
  #source: Source | null = null;

  constructor(bytes: Uint8Array, options: OpenOptions) {
    this.bytes = bytes;
    this.#options = { ...options, limitsGrowth: true };
  }

  /**
   * Opens the document as it is in the file. Invalidates the previously opened document and everything made
   * from it.
   * @throws PdfError as `openDocument` does
   */
  async open(): Promise<PdfDocument> {
    if (this.#source !== null && isUnmodified(this.#source.xref.trailer)) {
      const { context } = this.#source;
      emptyContext(context);
      limitDecoding(context, this.#options.limits.totalBytes, this.bytes.length);
      return (await load(this.#source, this.#options)).document;
    }
    const { document, source } = await readDocument(this.bytes, this.#options);
    this.#source = source;
    return document;
  }
}
