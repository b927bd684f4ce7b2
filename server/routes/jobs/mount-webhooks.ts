import type { Context } from 'hono';
import { z } from 'zod';
import type { WebhookEventRow, WebhookRow } from '../../db/schema.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { jsonBody } from '../../http/json-body.ts';
import type { Methods } from '../../http/mount.ts';
import { deliveryState, type Webhooks } from '../../jobs/hooks/webhooks.ts';
import { linkNext } from './documents-route.ts';
import { keyOf } from './key-of.ts';
import { checked, readQuery } from './read-request.ts';

const createSchema = z.strictObject({ url: z.string().min(1).max(4096) });
const pageSchema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  after: z.string().max(64).optional(),
});
const MAX_BODY_BYTES = 16 * 1024;
const FRESH = { 'Cache-Control': 'no-store' };

/** Writes a change of a webhook into the audit log, with the receiver's host: its path and query may be secrets. */
export type RecordWebhook = (
  c: Context<AppEnv>,
  action: 'webhook-created' | 'webhook-rolled' | 'webhook-removed' | 'webhook-resent',
  webhook: Pick<WebhookRow, 'id' | 'url'>,
) => Promise<void>;

/** Receivers of a key's events: `/webhooks` and what is below. */
export function webhookRoutes(webhooks: Webhooks, record: RecordWebhook): Readonly<Record<string, Methods>> {
  const find = (c: Context<AppEnv>) => webhooks.find(keyOf(c), c.req.param('id') ?? '');
  return {
    '/webhooks': {
      async POST(c) {
        const { url } = checked(createSchema, await jsonBody(c, MAX_BODY_BYTES));
        const { webhook, secret } = await webhooks.create(keyOf(c), url);
        await record(c, 'webhook-created', webhook);
        return c.json({ ...webhookView(webhook), secret }, 201, FRESH);
      },
      async GET(c) {
        const rows = await webhooks.list(keyOf(c));
        return c.json({ webhooks: rows.map(webhookView) }, 200, FRESH);
      },
    },
    '/webhooks/:id': {
      async DELETE(c) {
        const webhook = await find(c);
        await webhooks.remove(webhook);
        await record(c, 'webhook-removed', webhook);
        return c.body(null, 204);
      },
    },
    '/webhooks/:id/roll': {
      async POST(c) {
        const { webhook, secret } = await webhooks.roll(await find(c));
        await record(c, 'webhook-rolled', webhook);
        return c.json({ ...webhookView(webhook), secret }, 200, FRESH);
      },
    },
    '/webhooks/:id/test': {
      async POST(c) {
        return c.json(deliveryView(await webhooks.test(await find(c))), 200, FRESH);
      },
    },
    '/webhooks/:id/deliveries': {
      async GET(c) {
        const { limit, after } = readQuery(c, pageSchema);
        const rows = await webhooks.deliveries(await find(c), { limit, after });
        const last = rows.at(-1);
        if (rows.length === limit && last !== undefined) linkNext(c, last.id);
        return c.json({ deliveries: rows.map(deliveryView) }, 200, FRESH);
      },
    },
    '/webhooks/:id/deliveries/:event/resend': {
      async POST(c) {
        const webhook = await find(c);
        const event = await webhooks.resend(webhook, c.req.param('event') ?? '');
        await record(c, 'webhook-resent', webhook);
        return c.json(deliveryView(event), 202, FRESH);
      },
    },
  };
}

function webhookView({ id, url, off_at, old_until, created_at }: WebhookRow) {
  return {
    id,
    url,
    offAt: timeOf(off_at),
    oldSecretUntil: timeOf(old_until),
    createdAt: timeOf(created_at),
  };
}

function deliveryView(event: WebhookEventRow) {
  const { id, type, job_id, attempts, status, reason, next_at, created_at, delivered_at } = event;
  return {
    id,
    type,
    job: job_id,
    state: deliveryState(event),
    attempts,
    status,
    reason,
    createdAt: timeOf(created_at),
    nextTryAt: timeOf(next_at),
    deliveredAt: timeOf(delivered_at),
  };
}

function timeOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
