import type { CompressOptions, CompressReport, Progress, Receipt, SplitPart } from '../../shared/index.ts';

export interface CompressCall {
  readonly options: CompressOptions;
  readonly password: string | undefined;
  readonly withReceipt: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

export interface Compressed {
  /** One behind the other: the input's own bytes when the report says `unchanged`. */
  readonly pieces: readonly Uint8Array[];
  readonly report: CompressReport;
  /** Only with the option `splitSize`. */
  readonly parts?: readonly SplitPart[];
  readonly receipt?: Receipt;
}

/** What compresses, wherever it runs. The input is given away. */
export type Compress = (input: Uint8Array<ArrayBuffer>, call: CompressCall) => Promise<Compressed>;
