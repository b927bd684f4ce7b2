import type { WorkJob } from '../../shared/work/job.ts';
import type { DocumentCall } from '../engine/document-task.ts';

/** A message to the worker: a document, or one job of a document. Both run from the same worker file. */
export type WorkerCall =
  | { readonly kind: 'document'; readonly call: DocumentCall }
  | { readonly kind: 'job'; readonly job: WorkJob };
