import type { CompressOptions, Receipt } from '../../shared/index.ts';
import type { JobDocumentRow, JobRow } from '../db/schema.ts';
import { problemMembers } from '../http/problem-response.ts';
import type { Problem, ProblemCode } from '../problem.ts';
import { remoteInputOf, remoteOutputOf } from './places/document-secrets.ts';

/** Position of a job in the queue; `exact` is false beyond a maximum count. */
export interface QueuePosition {
  readonly documentsBefore: number;
  readonly exact: boolean;
}

/** Problems that may be gone when the document is tried again. */
const RETRYABLE: ReadonlySet<ProblemCode> = new Set([
  'timeout',
  'worker_lost',
  'job_failed_early',
  'internal',
  'input_unreachable',
  'output_failed',
]);

export function isRetryable(problem: Problem): boolean {
  return RETRYABLE.has(problem.code);
}

/** A job as its client sees it. */
export function jobView(row: JobRow, position: QueuePosition | undefined) {
  const { total, open, done, failed, cancelled } = row;
  const self = `/api/v1/jobs/${row.id}`;
  return {
    id: row.id,
    state: row.state,
    outcome: row.outcome,
    counts: { total, open, done, failed, cancelled },
    bytes: { in: row.bytes_in, out: row.bytes_out, saved: Math.max(0, row.bytes_in - row.bytes_out) },
    progress: (total - open) / total,
    ...(position === undefined ? {} : { position }),
    createdAt: timeOf(row.created_at),
    startedAt: timeOf(row.started_at),
    endedAt: timeOf(row.ended_at),
    resultsUntil: timeOf(row.keep_until),
    labels: JSON.parse(row.labels) as Record<string, string>,
    links: { self, documents: `${self}/documents`, cancel: `${self}/cancel` },
  };
}

/** A document of a job as its client sees it. */
export function documentView(row: JobDocumentRow) {
  const problem = row.problem === null ? undefined : (JSON.parse(row.problem) as Problem);
  const self = `/api/v1/jobs/${row.job_id}/documents/${row.n}`;
  return {
    n: row.n,
    ref: row.ref,
    state: row.state,
    attempts: row.attempts,
    input: { ...(remoteInputOf(row) ?? { upload: row.file_id }), bytes: row.bytes_in },
    ...(row.state === 'done'
      ? { output: { ...remoteOutputOf(row), bytes: row.bytes_out, mediaType: row.media_type } }
      : {}),
    ...(row.receipt === null ? {} : { receipt: JSON.parse(row.receipt) as Receipt }),
    ...(problem === undefined
      ? {}
      : { problem: { ...problemMembers(problem), retryable: isRetryable(problem) } }),
    startedAt: timeOf(row.started_at),
    endedAt: timeOf(row.ended_at),
    links: { self, ...(row.output === null ? {} : { result: `${self}/result` }) },
  };
}

/** The report's fields that a result's headers need. */
export function resultFacts(row: JobDocumentRow) {
  // Written by queued-rows.ts, document-leases.ts and job-ends.ts.
  const options = JSON.parse(row.options) as CompressOptions;
  const warnings = (row.warnings ?? '').split(',').filter(Boolean);
  // The size of a ZIP says nothing of the document in it.
  const receipt = row.receipt === null ? undefined : (JSON.parse(row.receipt) as Receipt);
  const outputSize = receipt?.output.size ?? row.bytes_out ?? 0;
  return { inputSize: row.bytes_in, outputSize, options, warnings };
}

function timeOf(ms: number): string;
function timeOf(ms: number | null): string | null;
function timeOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
