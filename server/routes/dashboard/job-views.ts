import type {
  DeliveryResponse,
  DocumentState,
  FailureResponse,
  JobDocumentResponse,
  JobOutcome,
  JobResponse,
  JobState,
  JobWebhookResponse,
} from '../../../shared/api/dashboard-jobs.ts';
import type { CompressOptions } from '../../../shared/index.ts';
import { OPTION_SETS } from '../../../shared/index.ts';
import type { JobDocumentRow, WebhookEventRow } from '../../db/schema.ts';
import { deliveryState } from '../../jobs/hooks/webhooks.ts';
import type { FailureGroup } from '../../jobs/overview/failures.ts';
import type { JobDeliveries, ListedJob } from '../../jobs/overview/job-overview.ts';
import { remoteInputOf, remoteOutputOf } from '../../jobs/places/document-secrets.ts';
import type { ApiKey } from '../../keys/key-service.ts';
import type { Problem } from '../../problem.ts';
import { problemDetail } from '../../text/problems.ts';

/** Rows of jobs as the dashboard's responses. The casts: columns hold the words that `schema.ts` names. */
export function jobOf(row: ListedJob, keys: ReadonlyMap<string, ApiKey>): JobResponse {
  const { total, open, done, failed, cancelled, running } = row;
  return {
    id: row.id,
    keyName: keys.get(row.key_id)?.name ?? '',
    state: row.state as JobState,
    outcome: row.outcome as JobOutcome | null,
    total,
    // Both were read at different moments.
    counts: { done, failed, cancelled, running, queued: Math.max(0, open - running) },
    bytesIn: row.bytes_in,
    bytesOut: row.bytes_out,
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    resultsUntil: row.keep_until,
    labels: JSON.parse(row.labels) as Record<string, string>,
  };
}

export function failureOf({ count, retryable, first }: FailureGroup): FailureResponse {
  return { count, retryable, document: documentOf(first) };
}

export function documentOf(row: JobDocumentRow): JobDocumentResponse {
  // Written by document-leases.ts and job-ends.ts.
  const problem = row.problem === null ? undefined : (JSON.parse(row.problem) as Problem);
  return {
    n: row.n,
    name: nameOf(row),
    state: row.state as DocumentState,
    tries: Math.max(row.attempts, row.remote_tries),
    bytesIn: row.bytes_in,
    bytesOut: row.bytes_out,
    problem:
      problem === undefined
        ? null
        : {
            code: problem.code,
            reason: 'reason' in problem ? problem.reason : null,
            remoteStatus: ('remoteStatus' in problem ? problem.remoteStatus : undefined) ?? null,
            detail: problemDetail(problem),
          },
    request: row.state === 'failed' ? requestOf(row) : null,
  };
}

function nameOf(row: JobDocumentRow): string {
  if (row.ref !== null) return row.ref;
  const input = remoteInputOf(row);
  if (input === undefined) return row.file_id;
  return 'url' in input ? input.url : input.s3;
}

/** The request that would have the document done again; the password is a placeholder. */
function requestOf(row: JobDocumentRow): object {
  const output = remoteOutputOf(row);
  // Written by queued-rows.ts.
  const options = JSON.parse(row.options) as CompressOptions;
  const changed = Object.entries(options).filter(
    ([name, value]) => value !== OPTION_SETS.api[name as keyof CompressOptions],
  );
  return {
    ...(row.ref === null ? {} : { ref: row.ref }),
    input: remoteInputOf(row) ?? { upload: row.file_id },
    ...(output === undefined ? {} : { output }),
    ...(changed.length === 0 ? {} : { options: Object.fromEntries(changed) }),
    ...(row.has_password === 1 || needsPassword(row) ? { password: '…' } : {}),
  };
}

function needsPassword({ problem }: JobDocumentRow): boolean {
  return problem !== null && (JSON.parse(problem) as Problem).code === 'encrypted_pdf';
}

export function webhookOf({ webhook, events, total }: JobDeliveries): JobWebhookResponse {
  return {
    host: new URL(webhook.url).host,
    offAt: webhook.off_at,
    total,
    deliveries: events.map(deliveryOf),
  };
}

function deliveryOf(event: WebhookEventRow): DeliveryResponse {
  return {
    id: event.id,
    type: event.type,
    state: deliveryState(event),
    tries: event.attempts,
    status: event.status,
    createdAt: event.created_at,
    nextTryAt: event.next_at,
    deliveredAt: event.delivered_at,
  };
}
