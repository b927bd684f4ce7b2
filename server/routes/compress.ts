import type { Context, Handler } from 'hono';
import type { CompressOptions, CompressReport } from '../../shared/index.ts';
import type { AppEnv } from '../http/app-env.ts';
import { attachment, resultFileName } from '../http/attachment.ts';
import { inviteBody } from '../http/expect-continue.ts';
import { BUSY, type JobOutcome, type JobRunner } from '../pool/job.ts';
import { faultsProblem, ProblemError } from '../problem.ts';
import { readParameters } from '../upload/parameters.ts';
import { receiveUpload } from '../upload/receive.ts';

export interface CompressRouteDeps {
  readonly jobs: JobRunner;
  readonly maxUploadBytes: number;
}

/** `POST /api/v1/compress`: a form with a PDF and options in, the smaller PDF out. */
export function compressRoute({ jobs, maxUploadBytes }: CompressRouteDeps): Handler<AppEnv> {
  return async (c) => {
    const startedAt = performance.now();
    if (jobs.isFull()) throw new ProblemError(BUSY);

    const upload = await receiveUpload(c.req.raw, maxUploadBytes, () => inviteBody(c));
    const parameters = readParameters(new URL(c.req.url).searchParams, upload);
    if (!parameters.ok) throw new ProblemError(faultsProblem(parameters.faults));
    const document = upload.document!; // readParameters refuses a form without one
    c.set('uploadBytes', document.byteLength);
    const uploadMs = performance.now() - startedAt;

    const password = parameters.password ?? headerPassword(c);
    const outcome = await jobs.run(
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
  };
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

/** `X-PDF-Password`. Header bytes arrive as Latin-1; where they are UTF-8, that is what the client meant. */
function headerPassword(c: Context<AppEnv>): string | undefined {
  const text = c.req.header('x-pdf-password');
  if (!text) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
}
