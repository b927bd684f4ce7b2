import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import type { JobDocumentRow, JobRow } from '../../db/schema.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { onResponseClosed } from '../../http/min-data-rate.ts';
import { contentDisposition, resultFileName, zipName } from '../../http/response/attachment.ts';
import { piecesOf, streamOf } from '../../http/response/response-file.ts';
import type { JobService } from '../../jobs/job-service.ts';
import { jobView, resultFacts } from '../../jobs/views.ts';
import type { ByteBudget } from '../../limits/byte-budget.ts';
import { busyProblem, ProblemError } from '../../problem.ts';
import { resultHeaders } from '../compress-response.ts';
import { byteRange, namesVersion } from './byte-range.ts';

/** When to look again at a job that has not ended. */
const LOOK_AGAIN_S = 2;
/** Bytes read from a store are released as soon as their readers have them. */
const ROOM_RETRY_S = 5;

/** A job as JSON; one that has not ended says when to ask again. */
export async function jobAnswer(
  c: Context<AppEnv>,
  jobs: JobService,
  job: JobRow,
  status: 200 | 202,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const view = jobView(job, await jobs.position(job));
  const etag = `"${createHash('sha256').update(JSON.stringify(view)).digest('base64url')}"`;
  const all = {
    'Cache-Control': 'no-store',
    ETag: etag,
    Vary: 'Prefer',
    ...(job.state === 'ended' ? {} : { 'Retry-After': String(LOOK_AGAIN_S) }),
    ...headers,
  };
  const isKnown = c.req.method === 'GET' && namesVersion(c.req.header('If-None-Match'), etag);
  return isKnown ? c.body(null, 304, all) : c.json(view, status, all);
}

/** The file that became of a document, with the facts in headers as `/compress` has them. */
export async function resultAnswer(
  c: Context<AppEnv>,
  jobs: JobService,
  budget: ByteBudget,
  document: JobDocumentRow,
): Promise<Response> {
  // A result never changes under its name.
  const etag = `"${document.output}"`;
  if (document.output !== null && namesVersion(c.req.header('If-None-Match'), etag))
    return c.body(null, 304, { ETag: etag });
  const reservation = budget.reserve(document.key_id);
  onResponseClosed(c, () => reservation.release());
  try {
    if (!reservation.grow(document.bytes_out ?? 0))
      throw new ProblemError(busyProblem('bytes', ROOM_RETRY_S));
    const bytes = await jobs.result(document);
    const facts = resultFacts(document);
    const name = resultFileName(document.ref ?? undefined, facts.outputSize === facts.inputSize);
    const isZip = document.media_type === 'application/zip';
    const range = byteRange(c.req.header('Range'), c.req.header('If-Range'), etag, bytes.length);
    const part = range === undefined ? bytes : bytes.subarray(range.first, range.last + 1);
    return c.body(streamOf(piecesOf(part)), range === undefined ? 200 : 206, {
      ...resultHeaders(facts),
      ETag: etag,
      'Accept-Ranges': 'bytes',
      ...(range === undefined
        ? {}
        : { 'Content-Range': `bytes ${range.first}-${range.last}/${bytes.length}` }),
      'Content-Type': document.media_type ?? 'application/pdf',
      'Content-Length': String(part.length),
      'Content-Disposition': contentDisposition(isZip ? zipName(name) : name),
    });
  } catch (error) {
    reservation.release();
    throw error;
  }
}
