import type { Context, Handler } from 'hono';
import type { AppEnv } from '../http/app-env.ts';
import { negotiateFormat, type ResponseFormat } from '../http/response/response-format.ts';
import { fingerprintOf } from '../idempotency/fingerprint.ts';
import {
  type BeginResult,
  type IdempotencyScope,
  type IdempotencyStore,
  placeOf,
} from '../idempotency/idempotency-store.ts';
import type { CachedResult } from '../idempotency/result-cache.ts';
import type { JobService } from '../jobs/job-service.ts';
import { fieldErrorsProblem, ProblemError } from '../problem.ts';
import { recordPhases } from '../tracing/request-spans.ts';
import { readCompressParameters } from '../upload/parameters.ts';
import { doDocument } from '../work/do-document.ts';
import { compressResponse, reportResponse } from './compress-response.ts';
import { compressAsJob } from './jobs/compress-as-job.ts';
import { readPreference } from './jobs/prefer.ts';
import { type DocumentRouteDeps, headerPassword, withUpload } from './with-upload.ts';

export interface CompressRouteDeps extends DocumentRouteDeps {
  readonly answered: IdempotencyStore;
  /** Takes a document whose client does not wait; without it all clients wait. */
  readonly asyncJobs?: JobService | undefined;
}

/**
 * `POST /api/v1/compress`: takes a PDF and options, returns the smaller PDF. A repeated `Idempotency-Key` gets the
 * stored response. If that lacks what is requested now, the work runs again, since the same document and options give
 * the same bytes.
 */
export function compressRoute(deps: CompressRouteDeps): Handler<AppEnv> {
  const { jobs, answered, asyncJobs } = deps;
  return (c) => {
    const request = requestName(c);
    return withUpload(c, deps, async (upload, uploadMs) => {
      const parameters = readCompressParameters(new URL(c.req.url).searchParams, upload);
      if (!parameters.ok) throw new ProblemError(fieldErrorsProblem(parameters.faults));
      const { buffer, byteLength, fileName } = upload.document!; // readCompressParameters refuses a request without one
      const { options, sent } = parameters;
      const form = negotiateFormat(c);
      const password = parameters.password ?? headerPassword(c);
      const preference = readPreference(c);
      if (asyncJobs !== undefined && preference.respondAsync) {
        const document = new Uint8Array(buffer, 0, byteLength);
        const idempotencyKey = request?.idempotencyKey;
        const wanted = { document, options, sent, password, fileName, idempotencyKey, preference };
        return compressAsJob(c, { ...deps, asyncJobs }, wanted);
      }

      const begun = await begin(request, new Uint8Array(buffer, 0, byteLength), sent);
      if (begun?.kind === 'answered') {
        c.header('Idempotency-Replayed', 'true');
        const kept = keptAnswer(c, form, begun.answered, { fileName, uploadMs });
        if (kept !== undefined) return kept;
      }

      const claim = begun?.kind === 'new' ? begun.claim : undefined;
      try {
        const { bytes, report, receipt, times } = await doDocument(jobs, {
          buffer,
          byteLength,
          options,
          password,
          client: c.get('key')?.id,
          withReceipt: form !== 'pdf',
          signal: c.req.raw.signal,
          onTimes: (took) => recordPhases(c, { uploadMs, ...took }),
        });
        if (report.checkFailure !== undefined) c.set('checkFailedAt', placeOf(report.checkFailure));
        await claim?.finish({ bytes, report, ...(receipt === undefined ? {} : { receipt }) });
        c.set('resultBytes', bytes.length);
        const timing = { ...times, uploadMs };
        return compressResponse(c, form, { bytes, report, receipt, fileName, timing });
      } catch (error) {
        await claim?.drop();
        throw error;
      }
    });
  };

  /** @throws ProblemError `idempotency_mismatch`, `idempotency_in_progress` */
  async function begin(
    request: IdempotencyScope | undefined,
    document: Uint8Array,
    sent: string,
  ): Promise<Exclude<BeginResult, { kind: 'running' | 'mismatch' }> | undefined> {
    if (request === undefined) return undefined;
    const begun = await answered.begin(request, await fingerprintOf(document, sent));
    if (begun.kind === 'mismatch') throw new ProblemError({ code: 'idempotency_mismatch' });
    if (begun.kind === 'running')
      throw new ProblemError({ code: 'idempotency_in_progress', retryAfterS: jobs.retryAfterS() });
    return begun;
  }
}

/** Returns undefined if the stored response lacks what is requested now. */
function keptAnswer(
  c: Context<AppEnv>,
  form: ResponseFormat,
  { report, receipt, bytes }: Partial<CachedResult>,
  { fileName, uploadMs }: { readonly fileName: string | undefined; readonly uploadMs: number },
): Response | undefined {
  if (report === undefined || (form !== 'pdf' && receipt === undefined)) return undefined;
  if (form === 'report') return reportResponse(c, report, receipt);
  if (bytes === undefined) return undefined;
  c.set('resultBytes', bytes.length);
  const timing = { queuedMs: 0, runMs: 0, uploadMs };
  return compressResponse(c, form, { bytes, report, receipt, fileName, timing });
}

/** Printable ASCII, which is unambiguous in a header. */
const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/;

function requestName(c: Context<AppEnv>): IdempotencyScope | undefined {
  const idempotencyKey = readIdempotencyKey(c);
  const keyId = c.get('key')?.id;
  return idempotencyKey === undefined || keyId === undefined ? undefined : { keyId, idempotencyKey };
}

/** The client's own name for its request. @throws ProblemError `invalid_parameter` */
export function readIdempotencyKey(c: Context<AppEnv>): string | undefined {
  const idempotencyKey = c.req.header('idempotency-key');
  if (idempotencyKey === undefined) return undefined;
  if (!IDEMPOTENCY_KEY.test(idempotencyKey)) {
    const message = 'must be 1 to 255 printable ASCII characters.';
    const fault = { code: 'invalid_parameter', field: 'Idempotency-Key', message } as const;
    throw new ProblemError(fieldErrorsProblem([fault]));
  }
  return idempotencyKey;
}
