import type { WebhookEventRow, WebhookRow } from '../../db/schema.ts';
import { ProblemError } from '../../problem.ts';
import { type DeliveryDeps, deliver } from './deliver.ts';
import { newEvent } from './outbox.ts';
import { GIVE_UP_MS } from './schedule.ts';

/** Events of a webhook, and their deliveries. */
export interface WebhookEvents {
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
}

/** An event whose last try is so late has a silent receiver. */
const LATE_MS = 60 * 60 * 1000;

/** @param wake looks for due events */
export function createWebhookEvents(deps: DeliveryDeps, wake: () => void): WebhookEvents {
  const { db, clock } = deps;
  return {
    async test({ id }) {
      const event = { ...newEvent(id, null, 'webhook.test', { webhook: id }, await clock()), attempts: 1 };
      // Not due for the others: it is tried here, once.
      await db
        .insertInto('webhook_events')
        .values({ ...event, next_at: null })
        .execute();
      await deliver(deps, event);
      return db.selectFrom('webhook_events').selectAll().where('id', '=', event.id).executeTakeFirstOrThrow();
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
      // Events of a silent receiver, which had no last try.
      const lateAt = (await clock()) - LATE_MS;
      const { numUpdatedRows } = await db
        .updateTable('webhook_events')
        .set({ next_at: null, reason: 'too_slow' })
        .where('next_at', '<=', lateAt)
        .where('until', '<=', lateAt)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) deps.onEventEnd?.('failed', Number(numUpdatedRows));
      await db
        .deleteFrom('webhook_events')
        .where('next_at', 'is', null)
        .where('created_at', '<', before)
        .execute();
    },
  };
}
