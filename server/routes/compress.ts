import type { Handler } from 'hono';
import type { CompressOptions, CompressReport } from '../../shared/index.ts';
import type { AppEnv } from '../http/app-env.ts';
import { attachment, resultFileName } from '../http/attachment.ts';
import type { JobOutcome } from '../pool/job.ts';
import { faultsProblem, ProblemError } from '../problem.ts';
import { readCompressParameters } from '../upload/parameters.ts';
import { type DocumentRouteDeps, headerPassword, withUpload } from './with-upload.ts';

/** `POST /api/v1/compress`: a PDF and options in, the smaller PDF out. */
export function compressRoute(deps: DocumentRouteDeps): Handler<AppEnv> {
  return (c) =>
    withUpload(c, deps, async (upload, uploadMs) => {
      const parameters = readCompressParameters(new URL(c.req.url).searchParams, upload);
      if (!parameters.ok) throw new ProblemError(faultsProblem(parameters.faults));
      const document = upload.document!; // readCompressParameters refuses a request without one

      const password = parameters.password ?? headerPassword(c);
      const outcome = await deps.jobs.run(
        {
          buffer: document.buffer,
          byteLength: document.byteLength,
          options: parameters.options,
          ...(password === undefined ? {} : { password }),
        },
        c.req.raw.signal,
      );
      if (!outcome.ok) throw new ProblemError(outcome.problem);

      const { bytes, report } = outcome;
      c.set('resultBytes', bytes.length);
      if (report.checkFailure !== undefined) c.set('checkFailedAt', placeOf(report.checkFailure));
      return c.body(bytes, 200, {
        'Content-Type': 'application/pdf',
        'Content-Length': String(bytes.length),
        'Content-Disposition': attachment(resultFileName(document.fileName, report.unchanged)),
        'Cache-Control': 'no-store',
        'Server-Timing': serverTiming(uploadMs, outcome),
        ...resultHeaders(report),
      });
    });
}

/** `12 0 R /Title: (Draft) became (Final)` without what stands there: a log must not hold content. */
function placeOf(difference: string): string {
  return difference.split(':')[0];
}

/** The facts of a result. Clients read sizes and ratio here and never need to weigh the body. */
function resultHeaders(report: CompressReport): Record<string, string> {
  return {
    'X-Compression-Ratio': ratioText(report.outputBytes, report.inputBytes),
    'X-Original-Size': String(report.inputBytes),
    'X-Compressed-Size': String(report.outputBytes),
    'X-Compression-Options': optionsText(report.options),
    'X-Compression-Warnings': report.warnings.join(', '),
  };
}

const RATIO_STEP = 1e-6;

/** Output / input as a plain decimal. Rounded down, so that only a document that came back reads `1`. */
export function ratioText(outputBytes: number, inputBytes: number): string {
  if (outputBytes === inputBytes) return '1';
  const steps = Math.max(1, Math.floor(outputBytes / inputBytes / RATIO_STEP));
  return (steps * RATIO_STEP).toFixed(6).replace(/\.?0+$/, '');
}

/** In the form of a query, so that it can be sent again as it is. */
function optionsText(options: CompressOptions): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(options)) query.set(name, String(value));
  return query.toString();
}

function serverTiming(uploadMs: number, { queuedMs, workedMs }: JobOutcome): string {
  const entries = { upload: uploadMs, queue: queuedMs, compress: workedMs };
  return Object.entries(entries)
    .map(([name, ms]) => `${name};dur=${ms.toFixed(1)}`)
    .join(', ');
}
