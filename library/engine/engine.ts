import type { CompressReport, Inspection, Receipt, SplitPart, Verification } from '../../shared/index.ts';
import type { CallOptions, CompressCallOptions, CompressSettings } from './settings.ts';

export interface Compressed {
  /** The input's own bytes when the report says `unchanged`. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly report: CompressReport;
  /** Only with the option `splitSize`: `bytes` as files of that size, in the order of their pages. */
  readonly parts?: readonly SplitPart[];
  /** Only where it was asked for. */
  readonly receipt?: Receipt;
}

/** The three things that can be done, in whatever place. */
export interface Engine<Input> {
  /**
   * Makes a document smaller and loses nothing; gives it back, byte for byte, where nothing is gained.
   *
   * @throws PdfError when this document cannot be done; OptionError; the signal's reason when it was aborted
   * @example
   * const { bytes, report } = await compress(input, { quality: 60 }, { signal, onProgress });
   * console.log(report.ratio, report.warnings);
   */
  compress(input: Input, options?: CompressSettings, call?: CompressCallOptions): Promise<Compressed>;
  /**
   * Says what a document is and where its bytes are.
   *
   * @throws PdfError when it cannot be read; the signal's reason when it was aborted
   * @example
   * const { document, bytes, images } = await inspect(input);
   * console.log(document.pages, bytes.images, images.length);
   */
  inspect(input: Input, call?: CallOptions): Promise<Inspection>;
  /**
   * Says what of one document is kept in another one, whoever made it.
   *
   * @throws PdfError when one of them cannot be read; the signal's reason when it was aborted
   * @example
   * const { differentDocuments, kinds } = await verify(before, after);
   * const lost = kinds.filter(({ lost }) => lost > 0);
   */
  verify(before: Input, after: Input, call?: CallOptions): Promise<Verification>;
}

export interface ClosableEngine<Input> extends Engine<Input> {
  /** Ends all threads. Running and queued calls are refused, and so is every later one: `EngineClosedError`. Idempotent. */
  close(): void;
}
