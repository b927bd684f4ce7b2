import type { Context } from 'hono';
import type { CompressOptions } from '../../../shared/index.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { FINGERPRINT_FORM, fingerprintOf } from '../../idempotency/fingerprint.ts';
import type { JobService } from '../../jobs/job-service.ts';
import type { Lifecycle } from '../../lifecycle.ts';
import type { ByteBudget } from '../../limits/byte-budget.ts';
import { jobAnswer, resultAnswer } from './job-answers.ts';
import type { Preference } from './prefer.ts';

export interface AsyncCompressDeps {
  readonly asyncJobs: JobService;
  readonly budget: ByteBudget;
  readonly lifecycle: Lifecycle;
}

export interface AsyncCompress {
  readonly document: Uint8Array;
  readonly options: CompressOptions;
  /** As in `CompressParameters`. */
  readonly sent: string;
  readonly password: string | undefined;
  readonly fileName: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly preference: Preference;
}

const MAX_REF = 200;

/**
 * `POST /api/v1/compress` with `Prefer: respond-async`: the document becomes a job of one, and the answer says where it is; the
 * file itself where it is done within the time that the client waits.
 */
export async function compressAsJob(
  c: Context<AppEnv>,
  { asyncJobs, budget, lifecycle }: AsyncCompressDeps,
  { document, options, sent, password, fileName, idempotencyKey, preference }: AsyncCompress,
): Promise<Response> {
  const key = c.get('key');
  if (key === undefined) throw new Error('A job must be made after requireKey.');
  const { file } = await asyncJobs.keepFile(key, document, true);
  const fingerprint = idempotencyKey === undefined ? '' : await fingerprintOf(document, sent);
  const { job, isNew } = await asyncJobs.submit(key, {
    documents: [{ ref: fileName?.slice(0, MAX_REF), input: { upload: file.id }, options, password }],
    keepHours: asyncJobs.limits.resultHours,
    labels: {},
    name:
      idempotencyKey === undefined
        ? undefined
        : {
            idempotencyKey: `${idempotencyKey}\0${FINGERPRINT_FORM}`,
            olderKey: idempotencyKey,
            fingerprint,
          },
    // The request counts as the document, as without the preference.
    isCounted: true,
  });
  const signal = AbortSignal.any([c.req.raw.signal, lifecycle.drainBegan]);
  const now =
    preference.waitMs > 0 ? await asyncJobs.waitForEnd(key, job.id, preference.waitMs, signal) : job;
  c.header('Preference-Applied', 'respond-async');
  if (!isNew) c.header('Idempotency-Replayed', 'true');
  if (preference.waitMs > 0 && now.outcome === 'done')
    return resultAnswer(c, asyncJobs, budget, await asyncJobs.document(now, 0));
  return jobAnswer(c, asyncJobs, now, 202, { Location: `/api/v1/jobs/${job.id}` });
}
