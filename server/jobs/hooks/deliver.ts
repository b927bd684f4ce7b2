import type { Logger } from 'pino';
import type { DatabaseClock } from '../../db/clock.ts';
import type { Database } from '../../db/database.ts';
import type { WebhookEventRow, WebhookRow } from '../../db/schema.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { OutboundRefused } from '../../outbound/outbound-refused.ts';
import type { Sealer } from '../sealer.ts';
import { nextTry } from './schedule.ts';
import { signedHeaders } from './sign.ts';

export interface DeliveryDeps {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly outbound: Outbound;
  readonly clock: DatabaseClock;
  readonly log: Logger;
}

/** Sends due events. Several processes may: a try is claimed by moving its time. */
export interface Delivery {
  /** Looks for due events now. Also looks every few seconds. */
  wake(): void;
  start(): void;
  /** Resolves when running tries have ended. */
  stop(): Promise<void>;
}

/** A receiver that takes longer is tried again. */
const TRY_MS = 10_000;
/** A claimed try whose process died is due again after this time. */
const CLAIM_MS = 60_000;
const LOOK_MS = 5000;
/** Tries at a time. */
const SLOTS = 8;
const GONE = 410;

export function createDelivery(deps: DeliveryDeps): Delivery {
  const { db, clock, log } = deps;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let isWanted = false;
  let isStopped = false;

  const wake = () => {
    isWanted = true;
    looking ??= look().finally(() => {
      looking = undefined;
    });
  };

  async function look(): Promise<void> {
    try {
      while (isWanted && !isStopped) {
        isWanted = false;
        for (let due = await takeDue(db, await clock()); due.length > 0 && !isStopped; ) {
          await Promise.all(due.map((event) => deliver(deps, event)));
          due = await takeDue(db, await clock());
        }
      }
    } catch (error) {
      log.warn({ err: error }, 'events of webhooks wait: the database does not answer');
    }
  }

  return {
    wake,
    start() {
      timer = setInterval(wake, LOOK_MS).unref();
      wake();
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await looking;
    },
  };
}

/** Events whose time has come; until `CLAIM_MS` from now nobody else takes them. */
async function takeDue(db: Database, now: number): Promise<readonly WebhookEventRow[]> {
  const due = await db
    .selectFrom('webhook_events')
    .select(['id', 'next_at'])
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .limit(SLOTS)
    .execute();
  const taken: WebhookEventRow[] = [];
  for (const { id, next_at } of due) {
    const row = await db
      .updateTable('webhook_events')
      .set((event) => ({ next_at: now + CLAIM_MS, attempts: event('attempts', '+', 1) }))
      .where('id', '=', id)
      .where('next_at', '=', next_at)
      .returningAll()
      .executeTakeFirst();
    if (row !== undefined) taken.push(row);
  }
  return taken;
}

/** Tries an event once and writes down what came of it. */
export async function deliver(deps: DeliveryDeps, event: WebhookEventRow): Promise<void> {
  const { db, clock, log } = deps;
  const webhook = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', event.webhook_id)
    .executeTakeFirst();
  if (webhook === undefined) return;
  const isTest = event.type === 'webhook.test';
  if (webhook.off_at !== null && !isTest) {
    await end(db, event, { status: null, reason: 'switched_off' });
    return;
  }
  const answer = await send(deps, webhook, event, await clock());
  const now = await clock();
  const isDelivered = answer.status !== null && answer.status >= 200 && answer.status < 300;
  if (isDelivered) {
    await end(db, event, { ...answer, delivered_at: now });
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
