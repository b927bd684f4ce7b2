import type { Context, Handler } from 'hono';
import { wantedForm } from '../http/answer-form.ts';
import type { AppEnv } from '../http/app-env.ts';
import { type AnsweredRequests, placeOf, type RequestName } from '../idempotency/answered-requests.ts';
import { fingerprintOf } from '../idempotency/fingerprint.ts';
import { faultsProblem, ProblemError } from '../problem.ts';
import { readCompressParameters } from '../upload/parameters.ts';
import { compressAnswer, reportAnswer } from './compress-answer.ts';
import { type DocumentRouteDeps, headerPassword, withUpload } from './with-upload.ts';

export interface CompressRouteDeps extends DocumentRouteDeps {
  readonly answered: AnsweredRequests;
}

/**
 * `POST /api/v1/compress`: a PDF and options in, the smaller PDF out. A request that names itself with an
 * `Idempotency-Key` and comes again is done again, since the same document and options give the same bytes; only
 * where nobody asks for the file, the report of the first time is the answer.
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

      const fingerprint =
        request === undefined ? '' : await fingerprintOf(new Uint8Array(buffer, 0, byteLength), options);
      const before = request === undefined ? undefined : await answered.find(request);
      if (before !== undefined) {
        if (before.fingerprint !== fingerprint) throw new ProblemError({ code: 'idempotency_mismatch' });
        c.header('Idempotency-Replayed', 'true');
        if (form === 'report' && before.receipt !== undefined)
          return reportAnswer(c, before.report, before.receipt);
      }

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
      const outcome = await jobs.run(job, c.req.raw.signal);
      if (!outcome.ok) throw new ProblemError(outcome.problem);

      const { bytes, report, receipt } = outcome;
      c.set('resultBytes', bytes.length);
      if (report.checkFailure !== undefined) c.set('checkFailedAt', placeOf(report.checkFailure));
      if (request !== undefined && before === undefined)
        await answered.remember(request, {
          fingerprint,
          report,
          ...(receipt === undefined ? {} : { receipt }),
        });
      return compressAnswer(c, form, { bytes, report, receipt, fileName, timing: { ...outcome, uploadMs } });
    });
  };
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
