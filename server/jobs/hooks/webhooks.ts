import type { Database } from '../../db/database.ts';
import type { WebhookEventRow, WebhookRow } from '../../db/schema.ts';
import type { ApiKey } from '../../keys/key-service.ts';
import { OutboundRefused } from '../../outbound/outbound-refused.ts';
import { fieldErrorsProblem, ProblemError } from '../../problem.ts';
import { newId } from '../ids.ts';
import { keysOf } from '../keys-of.ts';
import type { Sealer } from '../sealer.ts';
import type { DeliveryDeps } from './deliver.ts';
import { createDelivery } from './delivery.ts';
import { EVENT_TYPES, type EventType } from './outbox.ts';
import { newWebhookSecret } from './sign.ts';
import { createWebhookEvents, type WebhookEvents } from './webhook-events.ts';

/** Receivers of a key's events. A key sees its own, and those of the keys it replaced. */
export interface Webhooks extends WebhookEvents {
  /** @throws ProblemError `invalid_parameter` for an address that may not be asked, or too many */
  create(key: ApiKey, url: string): Promise<{ readonly webhook: WebhookRow; readonly secret: string }>;
  list(key: ApiKey): Promise<readonly WebhookRow[]>;
  /** @throws ProblemError `not_found` */
  find(key: ApiKey, id: string): Promise<WebhookRow>;
  remove(webhook: WebhookRow): Promise<void>;
  /** Replaces the secret; the old one signs beside it for 24 hours. */
  roll(webhook: WebhookRow): Promise<{ readonly webhook: WebhookRow; readonly secret: string }>;
  wake(): void;
  start(): void;
  stop(): Promise<void>;
}

const ROLL_MS = 24 * 60 * 60 * 1000;
const MOST_OF_KEY = 20;

export function createWebhooks(deps: DeliveryDeps): Webhooks {
  const { db, sealer, outbound, clock } = deps;
  const { wake, start, stop } = createDelivery(deps);

  return {
    wake,
    start,
    stop,
    async create(key, url) {
      checkAddress(outbound, url);
      await refuseTooMany(db, key);
      const secret = newWebhookSecret();
      const webhook = newWebhook(key, url, secret, sealer, await clock());
      await db.insertInto('webhooks').values(webhook).execute();
      return { webhook, secret };
    },
    async list(key) {
      return db
        .selectFrom('webhooks')
        .selectAll()
        .where('key_id', 'in', await keysOf(db, key.id))
        .orderBy('id', 'desc')
        .execute();
    },
    async find(key, id) {
      const webhook = await db
        .selectFrom('webhooks')
        .selectAll()
        .where('id', '=', id)
        .where('key_id', 'in', await keysOf(db, key.id))
        .executeTakeFirst();
      if (webhook === undefined) throw new ProblemError({ code: 'not_found' });
      return webhook;
    },
    async remove({ id }) {
      await db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('webhook_events').where('webhook_id', '=', id).execute();
        await transaction.deleteFrom('webhooks').where('id', '=', id).execute();
      });
    },
    async roll({ id, sealed_secret }) {
      const secret = newWebhookSecret();
      const webhook = await db
        .updateTable('webhooks')
        .set({
          sealed_secret: sealer.seal(secret, id),
          sealed_old_secret: sealed_secret,
          old_until: (await clock()) + ROLL_MS,
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      return { webhook, secret };
    },
    ...createWebhookEvents(deps, wake),
  };
}

/** @throws ProblemError `invalid_parameter` */
function checkAddress(outbound: DeliveryDeps['outbound'], url: string): void {
  try {
    outbound.check(url);
  } catch (error) {
    if (!(error instanceof OutboundRefused)) throw error;
    refuse('url', `is refused: ${error.reason}.`);
  }
}

/** @throws ProblemError `invalid_parameter` if the key has as many as it may have */
async function refuseTooMany(db: Database, key: ApiKey): Promise<void> {
  const { count } = await db
    .selectFrom('webhooks')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('key_id', '=', key.id)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MOST_OF_KEY) refuse('url', `would be more than the ${MOST_OF_KEY} of this key.`);
}

function newWebhook(key: ApiKey, url: string, secret: string, sealer: Sealer, now: number): WebhookRow {
  const id = newId('wh', now);
  return {
    id,
    key_id: key.id,
    url,
    sealed_secret: sealer.seal(secret, id),
    sealed_old_secret: null,
    old_until: null,
    off_at: null,
    silent_tries: 0,
    probe_at: null,
    created_at: now,
  };
}

/** The events that a job tells, separated by spaces; all by default. */
export function eventList(events: readonly EventType[] | undefined): string {
  return (events ?? EVENT_TYPES).join(' ');
}

export function deliveryState({
  delivered_at,
  next_at,
}: Pick<WebhookEventRow, 'delivered_at' | 'next_at'>): 'delivered' | 'waiting' | 'failed' {
  if (delivered_at !== null) return 'delivered';
  return next_at === null ? 'failed' : 'waiting';
}

function refuse(field: string, message: string): never {
  throw new ProblemError(fieldErrorsProblem([{ code: 'invalid_parameter', field, message }]));
}
