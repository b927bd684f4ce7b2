import type { Context } from 'hono';
import type { CompressReport, Receipt } from '../../shared/index.ts';
import type { AppEnv } from '../http/app-env.ts';
import { jsonWithFile } from '../http/base64-json.ts';
import { contentDisposition } from '../http/response/attachment.ts';
import { streamOf } from '../http/response/response-file.ts';
import type { ResponseFormat } from '../http/response/response-format.ts';
import type { JobTimes } from '../pool/job.ts';
import { optionsText } from '../text/options-text.ts';
import { resultFile } from '../work/result-file.ts';

/** A result to send to its client. */
export interface CompressResultResponse {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly report: CompressReport;
  /** Included in the JSON formats. */
  readonly receipt: Receipt | undefined;
  /** The file name sent by the client. */
  readonly fileName: string | undefined;
  readonly timing: JobTimes & { readonly uploadMs: number };
}

/** The response in the requested format. Each format has the facts of the result in its headers. */
export function compressResponse(
  c: Context<AppEnv>,
  form: ResponseFormat,
  { bytes, report, receipt, fileName, timing }: CompressResultResponse,
): Response {
  const headers = { ...resultHeaders(report), 'Server-Timing': serverTiming(timing) };
  const file = resultFile(fileName, bytes, report);
  switch (form) {
    case 'report':
      return reportResponse(c, report, receipt, headers);
    case 'json': {
      const { body, byteLength } = jsonWithFile({ report, receipt }, file);
      return c.body(body, 200, {
        ...headers,
        'Content-Type': 'application/json',
        'Content-Length': String(byteLength),
      });
    }
    case 'pdf':
      // A PDF is sent without a copy.
      return c.body(report.parts === undefined ? bytes : streamOf(file.pieces()), 200, {
        ...headers,
        'Content-Type': file.mediaType,
        'Content-Length': String(file.byteLength),
        'Content-Disposition': contentDisposition(file.name),
      });
  }
}

/** Report and receipt without the file. */
export function reportResponse(
  c: Context<AppEnv>,
  report: CompressReport,
  receipt: Receipt | undefined,
  headers: Record<string, string> = resultHeaders(report),
): Response {
  return c.body(JSON.stringify({ report, receipt }), 200, {
    ...headers,
    'Content-Type': 'application/json',
    'Preference-Applied': 'return=minimal',
  });
}

/** Clients read sizes and ratio here and never need to weigh the body. */
export function resultHeaders(
  report: Pick<CompressReport, 'inputSize' | 'outputSize' | 'options'> & {
    readonly warnings: readonly string[];
  },
): Record<string, string> {
  return {
    'X-Compression-Ratio': ratioText(report.outputSize, report.inputSize),
    'X-Original-Size': String(report.inputSize),
    'X-Compressed-Size': String(report.outputSize),
    'X-Compression-Options': optionsText(report.options),
    'X-Compression-Warnings': report.warnings.join(', '),
    'Cache-Control': 'no-store',
    Vary: 'Accept, Prefer',
  };
}

const RATIO_STEP = 1e-6;

/** Output / input as a plain decimal. Rounded down, so that only an unchanged document has `1`. */
export function ratioText(outputBytes: number, inputBytes: number): string {
  if (outputBytes === inputBytes) return '1';
  const steps = Math.max(1, Math.floor(outputBytes / inputBytes / RATIO_STEP));
  return (steps * RATIO_STEP).toFixed(6).replace(/\.?0+$/, '');
}

/** Milliseconds of each phase, in the format of `Server-Timing`. */
export function serverTiming(timing: JobTimes & { readonly uploadMs: number }): string {
  const entries = { upload: timing.uploadMs, queue: timing.queuedMs, compress: timing.runMs };
  return Object.entries(entries)
    .map(([name, ms]) => `${name};dur=${ms.toFixed(1)}`)
    .join(', ');
}
