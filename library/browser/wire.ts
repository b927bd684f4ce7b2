import type { WorkJob } from '../../shared/work/job.ts';
import type { DocumentCall } from '../engine/document-task.ts';

/** What the worker is told: a document, or a piece of heavy work of one. It is the same file, so that there is one. */
export type WorkerCall =
  | { readonly kind: 'document'; readonly call: DocumentCall }
  | { readonly kind: 'job'; readonly job: WorkJob };
