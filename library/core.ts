/**
 * The core alone, for custom environments: bytes in, bytes out. What depends on the environment is passed as a host.
 */
import { compress as compressInCore } from '../shared/compress.ts';
import type {
  CompressOptions,
  CompressResult,
  ImageOverrides,
  Limits,
  Progress,
  ReadReceipt,
  Receipt,
  ReceiptVerdict,
} from '../shared/index.ts';
import { checkReceipt as checkInCore } from '../shared/receipt/check-receipt.ts';
import { issueReceipt as issueInCore } from '../shared/receipt/issue-receipt.ts';
import { type CompiledModules, type CoreHost, createHost } from './core-host.ts';
import { requireBytes, requireHost } from './engine/call-arguments.ts';
import { wholeOptions } from './engine/settings.ts';

export { readReceipt, receiptFault } from '../shared/receipt/read-receipt.ts';
export * from './light.ts';
export type { CompiledModules, CompressResult, CoreHost, Limits, ReadReceipt, ReceiptVerdict };
export { createHost };

/** Settings of one run that are not part of its options. */
export interface CoreOptions {
  readonly host: CoreHost;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  readonly password?: string;
  /** Limits for hostile files; defaults apply to omitted ones. */
  readonly limits?: Partial<Limits>;
  /** Overrides for single images. */
  readonly imageOverrides?: ImageOverrides;
}

/**
 * Makes `input` smaller and loses nothing. Returns the input byte for byte if nothing is gained or anything is in
 * doubt. The same input and options give the same bytes in every host.
 *
 * @throws PdfError if this document cannot be compressed; TypeError; the signal's reason if it was aborted
 * @example
 * const host = { wasmModule: async (name) => WebAssembly.compile(await readFile(wasmPath(name))) };
 * const { bytes, report } = await compress(input, { ...DEFAULT_OPTIONS, quality: 60 }, { host });
 */
export const compress: (
  input: Uint8Array,
  options: CompressOptions,
  run: CoreOptions,
) => Promise<CompressResult> = async (input, options, run) => {
  requireBytes(input);
  requireHost(run);
  return compressInCore(input, wholeOptions(options), run);
};

/**
 * Issues the receipt for a result of `compress`, after reading both files again and comparing them.
 *
 * @throws the signal's reason if it was aborted
 * @example
 * const receipt = await issueReceipt(input, result, { host });
 * await writeFile('receipt.json', JSON.stringify(receipt));
 */
export const issueReceipt: (
  input: Uint8Array,
  result: CompressResult,
  run: Omit<CoreOptions, 'onProgress' | 'limits'>,
) => Promise<Receipt> = issueInCore;

/**
 * Reproduces the output of a receipt and reports whether it is the same. The check trusts nothing in the receipt.
 *
 * @throws PdfError if the input cannot be compressed; the signal's reason if it was aborted
 * @example
 * const receipt = readReceipt(await readFile('receipt.json', 'utf8'));
 * if (receipt !== null) console.log(await checkReceipt(receipt, before, after, { host }));
 */
export const checkReceipt: (
  receipt: ReadReceipt,
  before: Uint8Array,
  after: Uint8Array,
  run: Pick<CoreOptions, 'host' | 'signal' | 'password'>,
) => Promise<ReceiptVerdict> = checkInCore;
