import type { PdfProblem } from '../../shared/index.ts';

/** Problems of the tab, beside those of the document. Plain data, like the problems of the core. */
export type TabProblem =
  | { readonly code: 'out_of_memory' }
  /** A bug inside the worker. `report` contains no message: messages can quote a document. */
  | { readonly code: 'crashed'; readonly report: string }
  /** The worker ended without a response: killed by the browser, or its script failed. */
  | { readonly code: 'worker_died' }
  /** The file is no longer readable: moved, changed or withdrawn since it was added. */
  | { readonly code: 'unreadable_file' }
  /** Known before the attempt, in bytes: the need even in low-memory mode, and what the tab may use. */
  | { readonly code: 'does_not_fit'; readonly needs: number; readonly has: number }
  | { readonly code: 'no_wasm' }
  | { readonly code: 'engine_not_loaded' };

export type JobProblem = PdfProblem | TabProblem;

/** Whether the worker is still usable after this response: a document's own problem harms no worker. */
export function isWorkerReusable(problem: JobProblem): boolean {
  switch (problem.code) {
    case 'not_a_pdf':
    case 'encrypted_pdf':
    case 'damaged_pdf':
    case 'unsupported_filter':
    case 'limit_exceeded':
      return true;
    default:
      return false;
  }
}

/** Whether a retry may end differently. */
export function canRetry(problem: JobProblem): boolean {
  switch (problem.code) {
    case 'out_of_memory':
    case 'crashed':
    case 'worker_died':
    case 'unreadable_file':
    case 'engine_not_loaded':
    case 'does_not_fit':
      return true;
    default:
      return false;
  }
}

/** Whether a password would help. */
export function asksForPassword(problem: JobProblem): boolean {
  return problem.code === 'encrypted_pdf' && problem.reason !== 'unsupported-handler';
}

/** Whether low-memory mode may help. */
export function asksForLessMemory(problem: JobProblem): boolean {
  return problem.code === 'out_of_memory' || problem.code === 'worker_died';
}
