import { createNodeHost } from '../../library/node/host.ts';
import { compress } from '../../shared/compress.ts';
import { type PdfProblem, problemOf } from '../../shared/index.ts';
import { inspect } from '../../shared/inspect.ts';
import { issueReceipt } from '../../shared/receipt/issue-receipt.ts';
import { joinedParts } from '../../shared/split/joined-parts.ts';
import { verify } from '../../shared/verify.ts';
import type { DocumentJob, JobRunner, JobTimes, WorkerResponse } from '../pool/job.ts';

const host = createNodeHost();

/** Runs jobs one by one in this thread, with the real core and without limits. */
export function inlineRunner(): JobRunner {
  return {
    isFull: () => false,
    retryAfterS: () => 5,
    run: ({ options, withReceipt, ...job }, signal) =>
      answered(async () => {
        const [input, run] = [documentOf(job), { ...runOf(job), signal }];
        const result = await compress(input, options, run);
        const receipt = withReceipt ? { receipt: await issueReceipt(input, result, run) } : {};
        const bytes = result.parts === undefined ? new Uint8Array(result.bytes) : joinedParts(result.parts);
        return { ok: true, bytes, report: result.report, ...receipt };
      }),
    inspect: (job) =>
      answered(async () => ({ ok: true, inspection: await inspect(documentOf(job), runOf(job)) })),
    verify: ({ beforeLength, ...job }) =>
      answered(async () => {
        const both = documentOf(job);
        const [before, after] = [both.subarray(0, beforeLength), both.subarray(beforeLength)];
        return { ok: true, verification: await verify(before, after, runOf(job)) };
      }),
    close: async () => {},
  };
}

const documentOf = ({ buffer, byteLength }: DocumentJob) => new Uint8Array(buffer, 0, byteLength);
const runOf = ({ password }: DocumentJob) => ({ host, ...(password === undefined ? {} : { password }) });

/** Responds as a worker does: a document's problem is returned as data. */
async function answered<Answer extends WorkerResponse>(
  work: () => Promise<Answer>,
): Promise<(Answer | { readonly ok: false; readonly problem: PdfProblem }) & JobTimes> {
  const times = { queuedMs: 0, runMs: 0 };
  try {
    return { ...(await work()), ...times };
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    return { ok: false, problem, ...times };
  }
}
