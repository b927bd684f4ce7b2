import { createRoute, z } from '@hono/zod-openapi';
import { EVENT_TYPES } from '../jobs/hooks/outbox.ts';
import { WEBHOOK_CONTRACT } from '../text/webhook-contract.ts';
import { JOBS, jobSchema } from './job-operations.ts';
import { headers, LIMIT_HEADERS, refusals, security } from './responses.ts';

const EXAMPLE_IDS = { webhook: 'wh_01k0000000000000000000000', event: 'evt_01k0000000000000000000000' };
const time = z.string().openapi({ format: 'date-time' });

const webhookSchema = z
  .object({
    id: z.string(),
    url: z.string(),
    offAt: time.nullable(),
    oldSecretUntil: time.nullable(),
    createdAt: time,
  })
  .openapi('Webhook');
const withSecret = webhookSchema
  .extend({ secret: z.string().openapi({ description: WEBHOOK_CONTRACT.secret }) })
  .openapi('WebhookWithSecret');
const deliverySchema = z
  .object({
    id: z.string(),
    type: z.enum([...EVENT_TYPES, 'webhook.test']),
    job: z.string().nullable(),
    state: z.enum(['waiting', 'delivered', 'failed']),
    attempts: z.int().min(0),
    status: z.int().nullable(),
    reason: z.string().nullable(),
    createdAt: time,
    nextTryAt: time.nullable(),
    deliveredAt: time.nullable(),
  })
  .openapi('WebhookDelivery');

const id = z.string().openapi({ example: EXAMPLE_IDS.webhook });
const params = z.object({ id });
const all = { tags: [JOBS], security };
const off = refusals([400, 401, 403, 429, 500, 501, 503], ['malformed_json', 'jobs_off']);
const ofOne = refusals([401, 403, 404, 429, 500, 503], ['not_found']);

function json(description: string, schema: z.ZodType, ...names: Parameters<typeof headers>) {
  return {
    description,
    headers: headers(...names, ...LIMIT_HEADERS),
    content: { 'application/json': { schema } },
  };
}

export const webhookOperations = [
  createRoute({
    method: 'post',
    path: '/api/v1/webhooks',
    operationId: 'createWebhook',
    ...WEBHOOK_CONTRACT.create,
    ...all,
    request: {
      body: {
        required: true,
        content: {
          'application/json': {
            schema: z.object({ url: z.string().max(4096) }),
            example: { url: 'https://hooks.example.com/pagelight' },
          },
        },
      },
    },
    responses: { 201: json(WEBHOOK_CONTRACT.created, withSecret), ...off },
  }),
  createRoute({
    method: 'get',
    path: '/api/v1/webhooks',
    operationId: 'listWebhooks',
    ...WEBHOOK_CONTRACT.list,
    ...all,
    responses: {
      200: json(WEBHOOK_CONTRACT.okList, z.object({ webhooks: z.array(webhookSchema) })),
      ...refusals([401, 403, 429, 500, 501, 503], ['jobs_off']),
    },
  }),
  createRoute({
    method: 'delete',
    path: '/api/v1/webhooks/{id}',
    operationId: 'removeWebhook',
    ...WEBHOOK_CONTRACT.remove,
    ...all,
    request: { params },
    responses: { 204: { description: WEBHOOK_CONTRACT.removed }, ...ofOne },
  }),
  createRoute({
    method: 'post',
    path: '/api/v1/webhooks/{id}/roll',
    operationId: 'rollWebhook',
    ...WEBHOOK_CONTRACT.roll,
    ...all,
    request: { params },
    responses: { 200: json(WEBHOOK_CONTRACT.okRoll, withSecret), ...ofOne },
  }),
  createRoute({
    method: 'post',
    path: '/api/v1/webhooks/{id}/test',
    operationId: 'testWebhook',
    ...WEBHOOK_CONTRACT.test,
    ...all,
    request: { params },
    responses: { 200: json(WEBHOOK_CONTRACT.okDelivery, deliverySchema), ...ofOne },
  }),
  createRoute({
    method: 'get',
    path: '/api/v1/webhooks/{id}/deliveries',
    operationId: 'listDeliveries',
    ...WEBHOOK_CONTRACT.deliveries,
    ...all,
    request: {
      params,
      query: z.object({ limit: z.int().min(1).max(200).optional(), after: z.string().optional() }),
    },
    responses: {
      200: json(WEBHOOK_CONTRACT.okDeliveries, z.object({ deliveries: z.array(deliverySchema) }), 'Link'),
      ...refusals([400, 401, 403, 404, 429, 500, 503], ['not_found']),
    },
  }),
  createRoute({
    method: 'post',
    path: '/api/v1/webhooks/{id}/deliveries/{event}/resend',
    operationId: 'resendDelivery',
    ...WEBHOOK_CONTRACT.resend,
    ...all,
    request: { params: z.object({ id, event: z.string().openapi({ example: EXAMPLE_IDS.event }) }) },
    responses: { 202: json(WEBHOOK_CONTRACT.okDelivery, deliverySchema), ...ofOne },
  }),
];

const ended = jobSchema.pick({ id: true, outcome: true, counts: true, bytes: true, labels: true });
const document = z.object({ job: z.string(), n: z.int().min(0), ref: z.string().nullable() });
const eventData = {
  'job.ended': ended,
  'document.done': document,
  'document.failed': document.extend({ problem: z.object({ code: z.string() }) }),
} as const;

/** Requests that receivers get (OpenAPI 3.1 `webhooks`). */
export const webhookEvents = EVENT_TYPES.map((type) => ({
  name: type,
  route: createRoute({
    method: 'post',
    path: `/${type}`,
    operationId: `on-${type}`,
    tags: [JOBS],
    security: [],
    ...WEBHOOK_CONTRACT[type],
    request: {
      headers: z.object({
        'webhook-id': z.string(),
        'webhook-timestamp': z.string(),
        'webhook-signature': z.string(),
      }),
      body: {
        required: true,
        content: {
          'application/json': {
            schema: z.object({ type: z.literal(type), timestamp: time, data: eventData[type] }),
          },
        },
      },
    },
    responses: {
      204: { description: WEBHOOK_CONTRACT.taken },
      410: { description: WEBHOOK_CONTRACT.gone },
    },
  }),
}));
