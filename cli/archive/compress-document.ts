import type { CompressOptions, Receipt } from '../../shared/index.ts';
import { type Documents, type Failure, failureOf } from '../documents/documents.ts';

/** Result of a document. */
export type Made =
  | {
      readonly status: 'smaller' | 'unchanged';
      readonly receipt: Receipt;
      readonly pieces: readonly Uint8Array[];
    }
  | Failure;

export interface DocumentSettings {
  readonly documents: Documents;
  readonly options: CompressOptions;
  readonly password: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Compresses a document with a receipt. Takes ownership of `input`. Call it within `Documents.withRoom`.
 *
 * @throws the signal's reason; MemoryLimitReached if another document may be the cause
 */
export async function compressDocument(
  input: Uint8Array<ArrayBuffer>,
  { documents, options, password, signal }: DocumentSettings,
): Promise<Made> {
  try {
    const call = { options, password, withReceipt: true, signal, onProgress() {} };
    const { pieces, report, receipt } = await documents.compress(input, call);
    if (receipt === undefined) throw new Error('a result without its receipt');
    return { status: report.unchanged ? 'unchanged' : 'smaller', receipt, pieces };
  } catch (thrown) {
    signal.throwIfAborted();
    return failureOf(thrown);
  }
}
