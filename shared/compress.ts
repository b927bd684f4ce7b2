import type { Host } from './host.ts';
import type { Limits } from './limits.ts';
import type { CompressOptions } from './options.ts';
import type { Progress } from './progress.ts';
import type { CompressResult } from './report.ts';

/** What surrounds one run: who may stop it, who watches it, and the password that never enters a report. */
export interface Run {
  readonly host: Host;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  readonly password?: string;
  readonly limits?: Partial<Limits>;
}

/**
 * The heavy door. Makes `input` smaller and loses nothing; gives the input back, byte for byte, when nothing
 * is gained or anything is in doubt. The same input and options give the same bytes in every host.
 *
 * @throws PdfError when this document cannot be done; the signal's reason when it was aborted.
 */
export async function compress(
  input: Uint8Array,
  options: CompressOptions,
  run: Run,
): Promise<CompressResult> {
  throw new Error(`not built yet: ${input.length} ${options.quality} ${run.signal?.aborted}`);
}
