/** The core alone, for a place of one's own: bytes in, bytes out, and what differs by place comes in as a host. */
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
import type { CoreHost } from './core-host.ts';
import { requireBytes, requireHost } from './engine/call-arguments.ts';
import { wholeOptions } from './engine/settings.ts';

export { readReceipt } from '../shared/index.ts';
export * from './light.ts';
export type { CompressResult, CoreHost, Limits, ReadReceipt, ReceiptVerdict };

/** What surrounds one run: who may stop it, who watches it, and the password that never enters a report. */
export interface CoreOptions {
  readonly host: CoreHost;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  readonly password?: string;
  /** What a hostile file may cost; the defaults for what is left out. */
  readonly limits?: Partial<Limits>;
  /** What single images get instead of what the options say. */
  readonly imageOverrides?: ImageOverrides;
}

/**
 * Makes `input` smaller and loses nothing; gives the input back, byte for byte, where nothing is gained or anything is in
 * doubt. The same input and options give the same bytes in every host.
 *
 * @throws PdfError when this document cannot be done; TypeError; the signal's reason when it was aborted
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
 * The receipt for a result of `compress`: both files are read anew and compared.
 *
 * @throws the signal's reason when it was aborted
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
 * Makes the output of a receipt again and says whether it is the same: nobody has to be believed.
 *
 * @throws PdfError when the input cannot be done; the signal's reason when it was aborted
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
