import type { Handler } from 'hono';
import type { AppEnv } from '../../http/app-env.ts';
import type { MinDataRate } from '../../http/min-data-rate.ts';
import type { JobService } from '../../jobs/job-service.ts';
import type { Lifecycle } from '../../lifecycle.ts';
import type { ByteBudget } from '../../limits/byte-budget.ts';
import { type FieldError, fieldErrorsProblem, ProblemError } from '../../problem.ts';
import { receiveUpload } from '../../upload/receive.ts';
import { keyOf } from './key-of.ts';

export interface FileRouteDeps {
  readonly budget: ByteBudget;
  readonly maxUploadBytes: number;
  readonly minDataRate: MinDataRate;
  readonly lifecycle: Lifecycle;
}

const RETRY_S = 5;
const MISSING: FieldError = { code: 'missing_file', field: 'file', message: 'holds no PDF.' };

/** `POST /api/v1/files`: a document for jobs of this key. The same content again is the same file. */
export function fileRoute(
  jobs: JobService,
  { budget, maxUploadBytes, minDataRate, lifecycle }: FileRouteDeps,
): Handler<AppEnv> {
  return async (c) => {
    const key = keyOf(c);
    const reservation = budget.reserve(key.id);
    try {
      const { document, fields, faults } = await receiveUpload(c, {
        limitBytes: maxUploadBytes,
        reservation,
        minDataRate,
        retryAfterS: () => RETRY_S,
        lastCall: lifecycle.lastCall,
      });
      const unknown = fields.map(
        ({ name }): FieldError => ({
          code: 'invalid_parameter',
          field: name,
          message: 'belongs into the job.',
        }),
      );
      const all = [...(document === undefined ? [MISSING] : []), ...faults, ...unknown];
      if (document === undefined || all.length > 0) throw new ProblemError(fieldErrorsProblem(all));
      const bytes = new Uint8Array(document.buffer, 0, document.byteLength);
      const { file, isNew } = await jobs.keepFile(key, bytes);
      const answer = {
        id: file.id,
        bytes: file.bytes,
        sha256: file.sha256,
        expiresAt: new Date(file.expires_at).toISOString(),
      };
      return c.json(answer, isNew ? 201 : 200, { 'Cache-Control': 'no-store' });
    } finally {
      reservation.release();
    }
  };
}
