import type { JobDocumentRow, JobRow, WebhookEventRow } from '../../db/schema.ts';
import type { Problem } from '../../problem.ts';
import { newId } from '../ids.ts';
import type { Transacting } from '../quota.ts';
import { jobView } from '../views.ts';
import { GIVE_UP_MS } from './schedule.ts';

export const EVENT_TYPES = ['job.ended', 'document.done', 'document.failed'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Writes the event of an ended job in the transaction that ends it, if its client wants one. */
export async function tellJobEnded(transaction: Transacting, job: JobRow, now: number): Promise<void> {
  const { id, outcome, counts, bytes, labels } = jobView(job, undefined);
  await addWanted(transaction, job, 'job.ended', { id, outcome, counts, bytes, labels }, now);
}

/** The same for a document. */
export async function tellDocumentEnded(
  transaction: Transacting,
  job: JobRow,
  { job_id, n, ref }: Pick<JobDocumentRow, 'job_id' | 'n' | 'ref'>,
  problem: Problem | undefined,
  now: number,
): Promise<void> {
  const data = { job: job_id, n, ref, ...(problem === undefined ? {} : { problem: { code: problem.code } }) };
  await addWanted(transaction, job, problem === undefined ? 'document.done' : 'document.failed', data, now);
}

async function addWanted(
  transaction: Transacting,
  job: JobRow,
  type: EventType,
  data: object,
  now: number,
): Promise<void> {
  if (job.webhook_id === null || !(job.webhook_events ?? '').split(' ').includes(type)) return;
  const event = newEvent(job.webhook_id, job.id, type, data, now);
  await transaction.insertInto('webhook_events').values(event).execute();
}

/** An event that is due now. Its body is fixed, so every try sends the same bytes. */
export function newEvent(
  webhookId: string,
  jobId: string | null,
  type: EventType | 'webhook.test',
  data: object,
  now: number,
): WebhookEventRow {
  return {
    id: newId('evt', now),
    webhook_id: webhookId,
    job_id: jobId,
    type,
    body: JSON.stringify({ type, timestamp: new Date(now).toISOString(), data }),
    attempts: 0,
    status: null,
    reason: null,
    next_at: now,
    until: now + GIVE_UP_MS,
    created_at: now,
    delivered_at: null,
  };
}
