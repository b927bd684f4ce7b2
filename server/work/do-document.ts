import type { CompressOptions, CompressReport, Receipt } from '../../shared/index.ts';
import type { DocumentJob, Job, JobRunner, JobTimes } from '../pool/job.ts';
import { ProblemError } from '../problem.ts';

/** A document and its task, from a request, an agent's tool or a job. */
export interface DocumentTask extends Omit<DocumentJob, 'password' | 'client'> {
  readonly options: CompressOptions;
  readonly password: string | undefined;
  /** Id of the key that owns the document: documents of different keys take turns. */
  readonly client: string | undefined;
  readonly withReceipt: boolean;
  readonly signal: AbortSignal;
  /** Called with the waiting and run times, even if the document is then refused. */
  readonly onTimes?: (times: JobTimes) => void;
}

export interface DocumentResult {
  /** The PDF; with `parts` in the report, the concatenated parts. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly report: CompressReport;
  /** Present if the task requested it. */
  readonly receipt: Receipt | undefined;
  readonly times: JobTimes;
}

/**
 * Compresses one document in the pool. Takes ownership of the task's buffer.
 *
 * @throws ProblemError with the document's own problem, `busy`, `timeout` or `limit_exceeded`; JobCancelled after an
 * abort
 */
export async function doDocument(
  jobs: JobRunner,
  { password, client, withReceipt, signal, onTimes, ...document }: DocumentTask,
): Promise<DocumentResult> {
  const job: Job = {
    ...document,
    ...(withReceipt ? { withReceipt } : {}),
    ...(password === undefined ? {} : { password }),
    ...(client === undefined ? {} : { client }),
  };
  const outcome = await jobs.run(job, signal);
  const times = { queuedMs: outcome.queuedMs, runMs: outcome.runMs };
  onTimes?.(times);
  if (!outcome.ok) throw new ProblemError(outcome.problem);
  return { bytes: outcome.bytes, report: outcome.report, receipt: outcome.receipt, times };
}
