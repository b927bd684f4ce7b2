import type { CompressOptions, CompressReport, Progress, Receipt, SplitPart } from '../../shared/index.ts';

export interface CompressCall {
  readonly options: CompressOptions;
  readonly password: string | undefined;
  readonly withReceipt: boolean;
  /** Others wait with so much work that all lanes are busy until this one ends. */
  readonly othersWait?: boolean | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

export interface Compressed {
  /** Concatenated: the output, or the input's own bytes if the report says `unchanged`. */
  readonly pieces: readonly Uint8Array[];
  readonly report: CompressReport;
  /** Present only with the option `splitSize`. */
  readonly parts?: readonly SplitPart[];
  readonly receipt?: Receipt;
}

/** Compresses one PDF in this thread or another. Takes ownership of `input`. */
export type Compress = (input: Uint8Array<ArrayBuffer>, call: CompressCall) => Promise<Compressed>;
