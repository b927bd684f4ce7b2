import type { WorkJob } from '../../shared/work/job.ts';
import type { DocumentCall, DocumentMessage } from '../engine/document-task.ts';

/** A message to the worker: a document, or one job of a document. Both run from the same worker file. */
export type WorkerCall =
  | { readonly kind: 'document'; readonly call: DocumentCall }
  | { readonly kind: 'job'; readonly job: WorkJob };

/** A message of the worker. `no-wasm`: the policy forbids to compile WebAssembly. */
export type WorkerMessage = DocumentMessage | { readonly kind: 'no-wasm' };
