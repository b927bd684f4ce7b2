import type { CompressReport, Inspection, Receipt, SplitPart, Verification } from '../../shared/index.ts';
import type { CallOptions, CompressCallOptions, CompressSettings } from './settings.ts';

export interface Compressed {
  /** The input's own bytes if the report says `unchanged`. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly report: CompressReport;
  /** Only with the option `splitSize`: the document as files of at most that size, in page order. */
  readonly parts?: readonly SplitPart[];
  /** Present only if requested. */
  readonly receipt?: Receipt;
}

/** The library's three operations. */
export interface Engine<Input> {
  /**
   * Makes a document smaller and loses nothing. Returns it byte for byte if nothing is gained.
   *
   * @throws PdfError if this document cannot be compressed; OptionError; the signal's reason if it was aborted
   * @example
   * const { bytes, report } = await compress(input, { quality: 60 }, { signal, onProgress });
   * console.log(report.ratio, report.warnings);
   */
  compress(input: Input, options?: CompressSettings, call?: CompressCallOptions): Promise<Compressed>;
  /**
   * Reports what a document contains and how its bytes are used.
   *
   * @throws PdfError if it cannot be read; the signal's reason if it was aborted
   * @example
   * const { document, sizes, images } = await inspect(input);
   * console.log(document.pages, sizes.images, images.length);
   */
  inspect(input: Input, call?: CallOptions): Promise<Inspection>;
  /**
   * Compares two documents and reports what the second one kept, whatever program made it.
   *
   * @throws PdfError if one of them cannot be read; the signal's reason if it was aborted
   * @example
   * const { differentDocuments, categories } = await verify(before, after);
   * const lost = categories.filter(({ lost }) => lost > 0);
   */
  verify(before: Input, after: Input, call?: CallOptions): Promise<Verification>;
}

export interface ClosableEngine<Input> extends Engine<Input> {
  /** Terminates all threads. Running, queued and later calls are refused with `EngineClosedError`. Idempotent. */
  close(): void;
  /** Same as `close`, for `await using engine = createEngine()`. Missing in browsers without the symbol. */
  [Symbol.asyncDispose](): Promise<void>;
}
