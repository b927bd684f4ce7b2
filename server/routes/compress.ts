import type { Context, Handler } from 'hono';
import type { CompressOptions } from '../../shared/index.ts';
import { type AnswerForm, wantedForm } from '../http/answer-form.ts';
import type { AppEnv } from '../http/app-env.ts';
import {
  type AnsweredRequests,
  type Begun,
  placeOf,
  type RequestName,
} from '../idempotency/answered-requests.ts';
import { fingerprintOf } from '../idempotency/fingerprint.ts';
import type { Answered } from '../idempotency/kept-results.ts';
import { faultsProblem, ProblemError } from '../problem.ts';
import { notePhases } from '../tracing/request-spans.ts';
import { readCompressParameters } from '../upload/parameters.ts';
import { compressAnswer, reportAnswer } from './compress-answer.ts';
import { type DocumentRouteDeps, headerPassword, withUpload } from './with-upload.ts';

export interface CompressRouteDeps extends DocumentRouteDeps {
  readonly answered: AnsweredRequests;
}

/**
 * `POST /api/v1/compress`: a PDF and options in, the smaller PDF out. A request that names itself with an
 * `Idempotency-Key` and comes again gets what is kept of its answer; where that is not what it asks for now, it is done
 * again, since the same document and options give the same bytes.
 */
export function compressRoute(deps: CompressRouteDeps): Handler<AppEnv> {
  const { jobs, answered } = deps;
  return (c) => {
    const request = requestName(c);
    return withUpload(c, deps, async (upload, uploadMs) => {
      const parameters = readCompressParameters(new URL(c.req.url).searchParams, upload);
      if (!parameters.ok) throw new ProblemError(faultsProblem(parameters.faults));
      const { buffer, byteLength, fileName } = upload.document!; // readCompressParameters refuses a request without one
      const { options } = parameters;
      const form = wantedForm(c);

      const begun = await begin(request, new Uint8Array(buffer, 0, byteLength), options);
      if (begun?.kind === 'answered') {
        c.header('Idempotency-Replayed', 'true');
        const kept = keptAnswer(c, form, begun.answered, { fileName, uploadMs });
        if (kept !== undefined) return kept;
      }

      const claim = begun?.kind === 'new' ? begun.claim : undefined;
      const password = parameters.password ?? headerPassword(c);
      const client = c.get('key')?.id;
      const job = {
        buffer,
        byteLength,
        options,
        withReceipt: form !== 'pdf',
        ...(password === undefined ? {} : { password }),
        ...(client === undefined ? {} : { client }),
      };
      try {
        const outcome = await jobs.run(job, c.req.raw.signal);
        notePhases(c, { uploadMs, queuedMs: outcome.queuedMs, workedMs: outcome.workedMs });
        if (!outcome.ok) throw new ProblemError(outcome.problem);
        const { bytes, report, receipt } = outcome;
        if (report.checkFailure !== undefined) c.set('checkFailedAt', placeOf(report.checkFailure));
        await claim?.finish({ bytes, report, ...(receipt === undefined ? {} : { receipt }) });
        c.set('resultBytes', bytes.length);
        const timing = { ...outcome, uploadMs };
        return compressAnswer(c, form, { bytes, report, receipt, fileName, timing });
      } catch (error) {
        await claim?.drop();
        throw error;
      }
    });
  };

  /** @throws ProblemError `idempotency_mismatch`, `still_running` */
  async function begin(
    request: RequestName | undefined,
    document: Uint8Array,
    options: CompressOptions,
  ): Promise<Exclude<Begun, { kind: 'running' | 'mismatch' }> | undefined> {
    if (request === undefined) return undefined;
    const begun = await answered.begin(request, await fingerprintOf(document, options));
    if (begun.kind === 'mismatch') throw new ProblemError({ code: 'idempotency_mismatch' });
    if (begun.kind === 'running')
      throw new ProblemError({ code: 'still_running', retryAfterS: jobs.retryAfterS() });
    return begun;
  }
}

/** Undefined where what is kept is not what is asked for now. */
function keptAnswer(
  c: Context<AppEnv>,
  form: AnswerForm,
  { report, receipt, bytes }: Partial<Answered>,
  { fileName, uploadMs }: { readonly fileName: string | undefined; readonly uploadMs: number },
): Response | undefined {
  if (report === undefined || (form !== 'pdf' && receipt === undefined)) return undefined;
  if (form === 'report') return reportAnswer(c, report, receipt);
  if (bytes === undefined) return undefined;
  c.set('resultBytes', bytes.length);
  const timing = { queuedMs: 0, workedMs: 0, uploadMs };
  return compressAnswer(c, form, { bytes, report, receipt, fileName, timing });
}

/** Printable ASCII: what a header can say without doubt. */
const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/;

function requestName(c: Context<AppEnv>): RequestName | undefined {
  const idempotencyKey = c.req.header('idempotency-key');
  const keyId = c.get('key')?.id;
  if (idempotencyKey === undefined || keyId === undefined) return undefined;
  if (!IDEMPOTENCY_KEY.test(idempotencyKey)) {
    const message = 'must be 1 to 255 printable ASCII characters.';
    const fault = { code: 'invalid_parameter', field: 'Idempotency-Key', message } as const;
    throw new ProblemError(faultsProblem([fault]));
  }
  return { keyId, idempotencyKey };
}
