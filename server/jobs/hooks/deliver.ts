import type { Logger } from 'pino';
import type { DatabaseClock } from '../../db/clock.ts';
import type { Database } from '../../db/database.ts';
import type { WebhookEventRow, WebhookRow } from '../../db/schema.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { OutboundRefused } from '../../outbound/outbound-refused.ts';
import type { Sealer } from '../sealer.ts';
import { nextProbe, nextTry } from './schedule.ts';
import { signedHeaders } from './sign.ts';

export interface DeliveryDeps {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly outbound: Outbound;
  readonly clock: DatabaseClock;
  readonly log: Logger;
  /** Called when events were delivered or given up. */
  readonly onEventEnd?: ((result: 'delivered' | 'failed', count: number) => void) | undefined;
}

/** A receiver that takes longer is tried again. */
const TRY_MS = 10_000;
/** Longest time until it accepts the connection. */
const CONNECT_MS = 1000;
const GONE = 410;

/** Tries an event once and writes down what came of it. */
export async function deliver(deps: DeliveryDeps, event: WebhookEventRow): Promise<void> {
  const { db, clock, log, onEventEnd } = deps;
  const webhook = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', event.webhook_id)
    .executeTakeFirst();
  if (webhook === undefined) return;
  const isTest = event.type === 'webhook.test';
  if (webhook.off_at !== null && !isTest) {
    await end(db, event, { status: null, reason: 'switched_off' });
    onEventEnd?.('failed', 1);
    return;
  }
  const answer = await send(deps, webhook, event, await clock());
  const now = await clock();
  await noteSilence(db, webhook, answer, now);
  const isDelivered = answer.status !== null && answer.status >= 200 && answer.status < 300;
  if (isDelivered) {
    await end(db, event, { ...answer, delivered_at: now });
    onEventEnd?.('delivered', 1);
    // A receiver that answers a test is there again.
    if (isTest) await db.updateTable('webhooks').set({ off_at: null }).where('id', '=', webhook.id).execute();
    return;
  }
  if (answer.status === GONE) {
    log.info({ webhook: webhook.id }, 'a webhook is switched off: its receiver says 410');
    await db.updateTable('webhooks').set({ off_at: now }).where('id', '=', webhook.id).execute();
  }
  const isLast = isTest || answer.status === GONE;
  const next = isLast ? undefined : nextTry(event.attempts, now, event.until);
  await end(db, event, { ...answer, next_at: next ?? null });
  if (next === undefined) onEventEnd?.('failed', 1);
}

/** After some tries without an answer one event at a time probes the receiver; the others wait until it answers. */
async function noteSilence(
  db: Database,
  { id, silent_tries }: WebhookRow,
  { status }: Answer,
  now: number,
): Promise<void> {
  if (status !== null && silent_tries === 0) return;
  const isSilent = status === null;
  const noted = await db
    .updateTable('webhooks')
    .set((row) => ({ silent_tries: isSilent ? row('silent_tries', '+', 1) : 0 }))
    .where('id', '=', id)
    .returning('silent_tries')
    .executeTakeFirst();
  // Removed during its try.
  if (noted === undefined) return;
  await db
    .updateTable('webhooks')
    .set({ probe_at: nextProbe(noted.silent_tries, now) })
    .where('id', '=', id)
    .execute();
}

type Answer = Pick<WebhookEventRow, 'status' | 'reason'>;

async function end(
  db: Database,
  { id }: WebhookEventRow,
  change: Answer & Partial<Pick<WebhookEventRow, 'next_at' | 'delivered_at'>>,
): Promise<void> {
  await db
    .updateTable('webhook_events')
    .set({ next_at: null, ...change })
    .where('id', '=', id)
    .execute();
}

/** Only the status of the receiver's answer is kept. */
async function send(
  { sealer, outbound }: DeliveryDeps,
  webhook: WebhookRow,
  event: WebhookEventRow,
  now: number,
): Promise<Answer> {
  const secrets = secretsOf(sealer, webhook, now);
  if (secrets === undefined) return { status: null, reason: 'sealed_lost' };
  try {
    const status = await outbound.post(webhook.url, {
      body: Buffer.from(event.body),
      headers: signedHeaders(secrets, event.id, event.body, now),
      signal: AbortSignal.timeout(TRY_MS),
      connectMs: CONNECT_MS,
    });
    return { status, reason: null };
  } catch (error) {
    if (error instanceof OutboundRefused) return { status: null, reason: error.reason };
    return { status: null, reason: 'too_slow' };
  }
}

function secretsOf(sealer: Sealer, webhook: WebhookRow, now: number): readonly string[] | undefined {
  const secret = sealer.open(webhook.sealed_secret, webhook.id);
  if (secret === undefined) return undefined;
  const isRolling = webhook.sealed_old_secret !== null && (webhook.old_until ?? 0) > now;
  const old = isRolling ? sealer.open(webhook.sealed_old_secret ?? '', webhook.id) : undefined;
  return old === undefined ? [secret] : [secret, old];
}
