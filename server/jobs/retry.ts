import type { JobRow } from '../db/schema.ts';
import type { ApiKey } from '../keys/key-service.ts';
import type { Problem } from '../problem.ts';
import { nextTag, tagsFrom } from './fairness.ts';
import { needsSecrets } from './places/document-secrets.ts';
import { type Transacting, takeQuota } from './quota.ts';
import { isRetryable } from './views.ts';

/**
 * Puts the documents of a job that failed for a passing reason at the end of their key's line. A document with a
 * password or a signed address is not among them: these went when it ended.
 *
 * @throws ProblemError `daily_limit`: each counts as a document again, as the failed one did not
 */
export async function retryDocuments(
  transaction: Transacting,
  key: ApiKey,
  job: JobRow,
  now: number,
): Promise<number> {
  // Changes nothing, but locks the row: two calls at once do not both put the same documents back.
  await transaction
    .updateTable('jobs')
    .set((row) => ({ open: row.ref('open') }))
    .where('id', '=', job.id)
    .execute();
  const failed = await transaction
    .selectFrom('job_documents')
    .select(['id', 'bytes_in', 'problem', 'has_password', 'remote_input', 'remote_output'])
    .where('job_id', '=', job.id)
    .where('state', '=', 'failed')
    .orderBy('n')
    .execute();
  const again = failed.filter(
    (row) => row.problem !== null && !needsSecrets(row) && isRetryable(JSON.parse(row.problem) as Problem),
  );
  if (again.length === 0) return 0;
  await takeQuota(transaction, { ...key, id: job.key_id }, { documents: again.length, bytes: 0 }, now);
  const tags = tagsFrom(
    await nextTag(transaction, job.key_id),
    again.map(({ bytes_in }) => bytes_in),
  );
  for (const [n, { id }] of again.entries())
    await transaction
      .updateTable('job_documents')
      .set({
        state: 'queued',
        tag: tags[n]!,
        attempts: 0,
        remote_tries: 0,
        problem: null,
        started_at: null,
        ended_at: null,
      })
      .where('id', '=', id)
      .execute();
  await transaction
    .updateTable('jobs')
    .set((row) => ({
      state: 'queued',
      outcome: null,
      open: row('open', '+', again.length),
      failed: row('failed', '-', again.length),
      ended_at: null,
      keep_until: null,
      // By another process, whose clock is ahead.
      swept_at: null,
    }))
    .where('id', '=', job.id)
    .execute();
  return again.length;
}
