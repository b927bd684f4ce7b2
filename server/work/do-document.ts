import type { CompressOptions, CompressReport, Receipt } from '../../shared/index.ts';
import type { DocumentJob, Job, JobRunner, JobTimes } from '../pool/job.ts';
import { ProblemError } from '../problem.ts';

/** A document and what to do with it, whoever asks: a request, a tool of an agent, a job. */
export interface DocumentTask extends Omit<DocumentJob, 'password' | 'client'> {
  readonly options: CompressOptions;
  readonly password: string | undefined;
  /** The id of the key whose document it is: documents of different keys take turns. */
  readonly client: string | undefined;
  readonly withReceipt: boolean;
  readonly signal: AbortSignal;
  /** Hears how long the document waited and was worked on, also where it is then refused. */
  readonly onTimes?: (times: JobTimes) => void;
}

export interface DocumentResult {
  /** The PDF; with `parts` in the report those, one behind the other. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly report: CompressReport;
  /** Present where the task asked for it. */
  readonly receipt: Receipt | undefined;
  readonly times: JobTimes;
}

/**
 * Compresses one document in the pool. Takes the task's buffer away from the caller.
 *
 * @throws ProblemError with the document's own problem, `busy`, `timeout` or `limit_exceeded`; JobCancelled after an abort.
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
