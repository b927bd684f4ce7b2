import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { PdfToolDeps } from '../../library/agents/pdf-tools.ts';
import type { CompressReport } from '../../shared/index.ts';
import type { AppEnv } from '../http/app-env.ts';
import type { DailyLimits } from '../http/daily-limit.ts';
import type { DocumentUse } from '../http/document-use.ts';
import type { ApiKey } from '../keys/key-service.ts';
import type { ByteBudget } from '../limits/byte-budget.ts';
import { type DocumentJob, JobCancelled, type JobRunner, type JobTimes } from '../pool/job.ts';
import { busyProblem, ProblemError } from '../problem.ts';
import { problemDetail } from '../text/problems.ts';
import { recordPhases } from '../tracing/request-spans.ts';
import type { UsageRecorder } from '../usage/usage-recorder.ts';
import { doDocument } from '../work/do-document.ts';

export interface AgentWorkDeps {
  readonly jobs: JobRunner;
  /** Limits the total size of in-memory documents. */
  readonly budget: ByteBudget;
  readonly usage: UsageRecorder;
  readonly dailyLimits: DailyLimits;
}

/** A result, and the bytes of it that count as output. */
interface Done<Result> {
  readonly result: Result;
  readonly bytesOut?: number;
}

/**
 * Runs an agent's tools with the queue, limits and usage records of every other request. Aborts if the client
 * disconnects.
 */
export function agentWork(
  c: Context<AppEnv>,
  key: ApiKey,
  { jobs, budget, usage, dailyLimits }: AgentWorkDeps,
): Pick<PdfToolDeps, 'compress' | 'inspect' | 'verify'> {
  const { signal } = c.req.raw;
  // The document was uploaded before.
  const noted = ({ queuedMs, runMs }: JobTimes) => recordPhases(c, { uploadMs: 0, queuedMs, runMs });
  const withPassword = (password: string | undefined) => (password === undefined ? {} : { password });

  const counted = async <Result>(
    documents: readonly Uint8Array[],
    work: (copy: Copy) => Promise<Done<Result>>,
  ): Promise<Result> => {
    const bytesIn = documents.reduce((sum, { length }) => sum + length, 0);
    const reservation = budget.reserve(key.id);
    let isError = true;
    let bytesOut: number | undefined;
    let use: DocumentUse | undefined;
    try {
      use = await dailyLimits.begin(key, bytesIn);
      if (jobs.isFull(key.id, bytesIn)) throw new ProblemError(busyProblem('queue', jobs.retryAfterS()));
      if (!reservation.grow(bytesIn)) throw new ProblemError(busyProblem('bytes', jobs.retryAfterS()));
      const done = await work(copyOf(documents, bytesIn));
      bytesOut = done.bytesOut;
      isError = false;
      return done.result;
    } finally {
      reservation.release();
      use?.end();
      const bytesSaved = bytesOut === undefined ? 0 : Math.max(0, bytesIn - bytesOut);
      usage.record({ keyId: key.id, isError, bytesIn, bytesOut: bytesOut ?? 0, bytesSaved });
    }
  };

  return {
    compress: (input, { options, password }) =>
      counted([input], async (copy) => {
        const task = { ...copy, options, password, client: key.id, withReceipt: false, signal };
        const result: { bytes: Uint8Array; report: CompressReport } = await doDocument(jobs, {
          ...task,
          onTimes: noted,
        });
        return { result, bytesOut: result.bytes.length };
      }),
    inspect: (input, password) =>
      counted([input], async (copy) => {
        const job = { ...copy, client: key.id, ...withPassword(password) };
        const outcome = await jobs.inspect(job, signal);
        noted(outcome);
        if (!outcome.ok) throw new ProblemError(outcome.problem);
        return { result: outcome.inspection };
      }),
    verify: (before, after, password) =>
      counted([before, after], async (both) => {
        const whose = { client: key.id, beforeLength: before.length };
        const outcome = await jobs.verify({ ...both, ...whose, ...withPassword(password) }, signal);
        noted(outcome);
        if (!outcome.ok) throw new ProblemError(outcome.problem);
        return { result: outcome.verification };
      }),
  };
}

/** Documents concatenated in a buffer that may be transferred. */
type Copy = Pick<DocumentJob, 'buffer' | 'byteLength'>;

function copyOf(documents: readonly Uint8Array[], byteLength: number): Copy {
  const all = new Uint8Array(byteLength);
  let at = 0;
  for (const document of documents) {
    all.set(document, at);
    at += document.length;
  }
  return { buffer: all.buffer, byteLength };
}

/** Words a refusal for an agent and records it as the request's problem; null if the client has disconnected. */
export function refusalSentence(c: Context<AppEnv>, thrown: unknown, log: Logger): string | null {
  if (thrown instanceof JobCancelled) return null;
  const problem = thrown instanceof ProblemError ? thrown.problem : ({ code: 'internal' } as const);
  if (problem.code === 'internal')
    log.error({ err: thrown, requestId: c.get('requestId') }, 'unexpected error');
  c.set('problemCode', problem.code);
  return `${problem.code}: ${problemDetail(problem)}`;
}
