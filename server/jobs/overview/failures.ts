import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { JobDocumentRow, JobRow } from '../../db/schema.ts';
import type { Problem } from '../../problem.ts';
import { isRetryable } from '../views.ts';

/** Documents of a job that failed for the same cause. */
export interface FailureGroup {
  readonly problem: Problem;
  readonly count: number;
  /** How many of them a retry would put back in line. */
  readonly retryable: number;
  readonly first: JobDocumentRow;
}

/** Whether a row needs what was encrypted in it, and went with its end: `needsSecrets` in SQL. */
const NEEDS_SECRETS = sql<number>`case when has_password = 1 or remote_input like '%"url":%'
  or remote_output like '%"url":%' then 1 else 0 end`;

/** Returns the causes of failed documents, the most frequent first. */
export async function failuresOf(db: Database, { id, failed }: JobRow): Promise<readonly FailureGroup[]> {
  if (failed === 0) return [];
  const rows = await db
    .selectFrom('job_documents')
    .select((row) => [
      'problem',
      NEEDS_SECRETS.as('needs_secrets'),
      row.fn.countAll<number>().as('count'),
      row.fn.min('n').as('n'),
    ])
    .where('job_id', '=', id)
    .where('state', '=', 'failed')
    .groupBy(['problem', NEEDS_SECRETS])
    .execute();
  const groups = new Map<string, { problem: Problem; count: number; retryable: number; n: number }>();
  for (const { problem: text, needs_secrets, count, n } of rows) {
    const problem = problemIn(text);
    const group = groups.get(causeOf(problem)) ?? { problem, count: 0, retryable: 0, n: Number(n) };
    groups.set(causeOf(problem), group);
    group.count += Number(count);
    if (Number(needs_secrets) === 0 && isRetryable(problem)) group.retryable += Number(count);
    group.n = Math.min(group.n, Number(n));
  }
  const sorted = [...groups.values()].sort((a, b) => b.count - a.count || a.n - b.n);
  const firsts = await db
    .selectFrom('job_documents')
    .selectAll()
    .where('job_id', '=', id)
    .where(
      'n',
      'in',
      sorted.map(({ n }) => n),
    )
    .execute();
  return sorted.flatMap(({ problem, count, retryable, n }) => {
    const first = firsts.find((row) => row.n === n);
    return first === undefined ? [] : { problem, count, retryable, first };
  });
}

/** The stored problems with the same cause as that of the document at this place; empty if it did not fail. */
export async function problemsLike(db: Database, { id }: JobRow, n: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('job_documents')
    .select((row) => ['problem', row.fn.max(sql<number>`case when n = ${n} then 1 else 0 end`).as('is_it')])
    .where('job_id', '=', id)
    .where('state', '=', 'failed')
    .groupBy('problem')
    .execute();
  const one = rows.find(({ is_it }) => Number(is_it) === 1);
  if (one === undefined) return [''];
  const cause = causeOf(problemIn(one.problem));
  return rows.flatMap(({ problem }) => (causeOf(problemIn(problem)) === cause ? (problem ?? []) : []));
}

/** Problems with other numbers in them, such as a size, have the same cause. */
function causeOf(problem: Problem): string {
  const reason = 'reason' in problem ? problem.reason : '';
  return [problem.code, reason, 'remoteStatus' in problem ? problem.remoteStatus : ''].join(' ');
}

function problemIn(text: string | null): Problem {
  // Written by document-leases.ts and job-ends.ts; a row without one cannot fail.
  return text === null ? { code: 'internal' } : (JSON.parse(text) as Problem);
}
