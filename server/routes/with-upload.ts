import type { Context } from 'hono';
import type { AppEnv } from '../http/app-env.ts';
import { type MinDataRate, onResponseClosed } from '../http/min-data-rate.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { ByteBudget } from '../limits/byte-budget.ts';
import type { JobRunner } from '../pool/job.ts';
import { busyProblem, ProblemError } from '../problem.ts';
import type { Upload } from '../upload/body.ts';
import { receiveUpload } from '../upload/receive.ts';

export interface DocumentRouteDeps {
  readonly jobs: JobRunner;
  /** Limits the total size of in-memory documents. */
  readonly budget: ByteBudget;
  readonly maxUploadBytes: number;
  readonly minDataRate: MinDataRate;
  readonly lifecycle: Lifecycle;
}

/**
 * Receives a request's document if there is memory for it, and holds that memory until the response is sent.
 *
 * @param work receives the upload and its duration in milliseconds
 */
export async function withUpload(
  c: Context<AppEnv>,
  { jobs, budget, maxUploadBytes, minDataRate, lifecycle }: DocumentRouteDeps,
  work: (upload: Upload, uploadMs: number) => Promise<Response>,
): Promise<Response> {
  const startedAt = performance.now();
  const client = c.get('key')?.id;
  const announced = Number(c.req.header('content-length') ?? Number.POSITIVE_INFINITY);
  const retryAfterS = () => jobs.retryAfterS();
  if (jobs.isFull(client, announced)) throw new ProblemError(busyProblem('queue', retryAfterS()));

  const reservation = budget.reserve(client);
  try {
    const { lastCall } = lifecycle;
    const allowance = { limitBytes: maxUploadBytes, reservation, minDataRate, retryAfterS, lastCall };
    const upload = await receiveUpload(c, allowance);
    c.set('uploadBytes', upload.document?.byteLength ?? 0);
    const answer = await work(upload, performance.now() - startedAt);
    // The response uses the document's own buffer.
    onResponseClosed(c, () => reservation.release());
    return answer;
  } catch (error) {
    reservation.release();
    throw error;
  }
}

/** `X-PDF-Password`. Header bytes arrive as Latin-1; if they are valid UTF-8, that is what the client meant. */
export function headerPassword(c: Context<AppEnv>): string | undefined {
  const text = c.req.header('x-pdf-password');
  if (!text) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
}
