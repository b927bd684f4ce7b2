import type { WebhookEventRow, WebhookRow } from '../../db/schema.ts';
import type { ApiKey } from '../../keys/key-service.ts';
import { OutboundRefused } from '../../outbound/outbound-refused.ts';
import { fieldErrorsProblem, ProblemError } from '../../problem.ts';
import { newId } from '../ids.ts';
import { keysOf } from '../keys-of.ts';
import { type DeliveryDeps, deliver } from './deliver.ts';
import { createDelivery } from './delivery.ts';
import { EVENT_TYPES, type EventType, newEvent } from './outbox.ts';
import { GIVE_UP_MS } from './schedule.ts';
import { newWebhookSecret } from './sign.ts';

/** Receivers of a key's events. A key sees its own, and those of the keys it replaced. */
export interface Webhooks {
  /** @throws ProblemError `invalid_parameter` for an address that may not be asked, or too many */
  create(key: ApiKey, url: string): Promise<{ readonly webhook: WebhookRow; readonly secret: string }>;
  list(key: ApiKey): Promise<readonly WebhookRow[]>;
  /** @throws ProblemError `not_found` */
  find(key: ApiKey, id: string): Promise<WebhookRow>;
  remove(webhook: WebhookRow): Promise<void>;
  /** Replaces the secret; the old one signs beside it for 24 hours. */
  roll(webhook: WebhookRow): Promise<{ readonly webhook: WebhookRow; readonly secret: string }>;
  /** Sends a test event once. One that is answered by 2xx switches the webhook on again. */
  test(webhook: WebhookRow): Promise<WebhookEventRow>;
  /** The newest first. */
  deliveries(
    webhook: WebhookRow,
    page: { limit: number; after?: string | undefined },
  ): Promise<readonly WebhookEventRow[]>;
  /** @throws ProblemError `not_found` */
  resend(webhook: Pick<WebhookRow, 'id'>, eventId: string): Promise<WebhookEventRow>;
  /** Removes old deliveries. */
  expire(before: number): Promise<void>;
  wake(): void;
  start(): void;
  stop(): Promise<void>;
}

const ROLL_MS = 24 * 60 * 60 * 1000;
const MOST_OF_KEY = 20;

export function createWebhooks(deps: DeliveryDeps): Webhooks {
  const { db, sealer, outbound, clock } = deps;
  const { wake, start, stop } = createDelivery(deps);

  const check = (url: string) => {
    try {
      outbound.check(url);
    } catch (error) {
      if (!(error instanceof OutboundRefused)) throw error;
      refuse('url', `is refused: ${error.reason}.`);
    }
  };
  const eventOf = async (id: string) =>
    db.selectFrom('webhook_events').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  return {
    wake,
    start,
    stop,
    async create(key, url) {
      check(url);
      const { count } = await db
        .selectFrom('webhooks')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('key_id', '=', key.id)
        .executeTakeFirstOrThrow();
      if (Number(count) >= MOST_OF_KEY) refuse('url', `would be more than the ${MOST_OF_KEY} of this key.`);
      const now = await clock();
      const id = newId('wh', now);
      const secret = newWebhookSecret();
      const webhook: WebhookRow = {
        id,
        key_id: key.id,
        url,
        sealed_secret: sealer.seal(secret, id),
        sealed_old_secret: null,
        old_until: null,
        off_at: null,
        created_at: now,
      };
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
    async test({ id }) {
      const event = { ...newEvent(id, null, 'webhook.test', { webhook: id }, await clock()), attempts: 1 };
      // Not due for the others: it is tried here, once.
      await db
        .insertInto('webhook_events')
        .values({ ...event, next_at: null })
        .execute();
      await deliver(deps, event);
      return eventOf(event.id);
    },
    async deliveries({ id }, { limit, after }) {
      let query = db
        .selectFrom('webhook_events')
        .selectAll()
        .where('webhook_id', '=', id)
        .orderBy('id', 'desc')
        .limit(limit);
      if (after !== undefined) query = query.where('id', '<', after);
      return query.execute();
    },
    async resend({ id }, eventId) {
      const now = await clock();
      const event = await db
        .updateTable('webhook_events')
        .set({ next_at: now, attempts: 0, until: now + GIVE_UP_MS, delivered_at: null })
        .where('id', '=', eventId)
        .where('webhook_id', '=', id)
        .returningAll()
        .executeTakeFirst();
      if (event === undefined) throw new ProblemError({ code: 'not_found' });
      wake();
      return event;
    },
    async expire(before) {
      await db
        .deleteFrom('webhook_events')
        .where('next_at', 'is', null)
        .where('created_at', '<', before)
        .execute();
    },
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
