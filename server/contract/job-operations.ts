import { createRoute, z } from '@hono/zod-openapi';
import { EVENT_TYPES } from '../jobs/hooks/outbox.ts';
import { KEEP_HOURS, MAX_DOCUMENTS } from '../jobs/job-request.ts';
import type { ProblemCode } from '../problem.ts';
import { CONTRACT } from '../text/contract.ts';
import { JOB_CONTRACT } from '../text/job-contract.ts';
import { headers, LIMIT_HEADERS, refusals, security } from './responses.ts';
import { optionsSchema, presetSchema, problemSchema, receiptSchema } from './schemas.ts';

/** A tag: these addresses have a page together, and none for each. */
export const JOBS = 'Jobs';

/** Ids as earlier answers give them. */
const EXAMPLE_IDS = { file: 'file_01k0000000000000000000000', job: 'job_01k0000000000000000000000' };

const count = z.int().min(0);
const time = z.string().openapi({ format: 'date-time' });
const jobState = z.enum(['queued', 'running', 'ended']);
const documentState = z.enum(['queued', 'running', 'done', 'failed', 'cancelled']);

export const jobSchema = z
  .object({
    id: z.string(),
    state: jobState,
    outcome: z.enum(['done', 'partial', 'failed', 'cancelled']).nullable(),
    counts: z.object({ total: count, open: count, done: count, failed: count, cancelled: count }),
    bytes: z.object({ in: count, out: count, saved: count }),
    progress: z.number().min(0).max(1),
    position: z.object({ documentsBefore: count, exact: z.boolean() }).optional(),
    createdAt: time,
    startedAt: time.nullable(),
    endedAt: time.nullable(),
    resultsUntil: time.nullable(),
    labels: z.record(z.string(), z.string()),
    links: z.object({ self: z.string(), documents: z.string(), cancel: z.string() }),
  })
  .openapi('Job');

export const jobDocumentSchema = z
  .object({
    n: count,
    ref: z.string().nullable(),
    state: documentState,
    attempts: count,
    input: z.object({
      upload: z.string().optional(),
      url: z.string().optional(),
      s3: z.string().optional(),
      sha256: z.string().optional(),
      maxBytes: count.optional(),
      ifMatch: z.string().optional(),
      bytes: count,
    }),
    output: z
      .object({
        bytes: count,
        mediaType: z.string(),
        url: z.string().optional(),
        s3: z.string().optional(),
      })
      .optional(),
    receipt: receiptSchema.optional(),
    problem: problemSchema.omit({ requestId: true }).extend({ retryable: z.boolean() }).optional(),
    startedAt: time.nullable(),
    endedAt: time.nullable(),
    links: z.object({ self: z.string(), result: z.string().optional() }),
  })
  .openapi('JobDocument');

export const fileSchema = z
  .object({ id: z.string(), bytes: count, sha256: z.string(), expiresAt: time })
  .openapi('JobFile');

const givenOptions = optionsSchema
  .partial()
  .extend({ preset: presetSchema.optional() })
  .openapi('GivenOptions');
const s3 = z.string().openapi({ description: JOB_CONTRACT.s3, example: 's3://scans/2026/a.pdf' });
const input = z
  .union([
    z.object({ upload: z.string().openapi({ description: JOB_CONTRACT.upload }) }),
    z.object({
      url: z.string().openapi({ format: 'uri', description: JOB_CONTRACT.inputUrl }),
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .optional(),
      maxBytes: z.int().min(1).optional(),
    }),
    z.object({ s3, ifMatch: z.string().optional().openapi({ description: JOB_CONTRACT.ifMatch }) }),
  ])
  .openapi('JobInput');
const output = z
  .union([
    z.object({
      url: z.string().openapi({ format: 'uri', description: JOB_CONTRACT.outputUrl }),
      headers: z.record(z.string(), z.string()).optional(),
    }),
    z.object({ s3 }),
  ])
  .openapi('JobOutput');
const jobRequest = z
  .object({
    documents: z
      .array(
        z.object({
          ref: z.string().max(200).optional().openapi({ description: JOB_CONTRACT.ref }),
          input,
          output: output.optional(),
          options: givenOptions.optional(),
          password: z.string().max(1024).optional(),
        }),
      )
      .min(1)
      .max(MAX_DOCUMENTS),
    options: givenOptions.optional(),
    output: z.object({ s3: z.string() }).optional().openapi({ description: JOB_CONTRACT.outputTemplate }),
    webhook: z
      .object({ id: z.string(), events: z.array(z.enum(EVENT_TYPES)).min(1).optional() })
      .optional()
      .openapi({ description: JOB_CONTRACT.webhook }),
    keepHours: z
      .int()
      .min(KEEP_HOURS.least)
      .max(KEEP_HOURS.most)
      .optional()
      .openapi({ description: JOB_CONTRACT.keepHours }),
    labels: z
      .record(z.string(), z.string().max(100))
      .optional()
      .openapi({ description: JOB_CONTRACT.labels }),
    failAfter: z
      .object({ failed: z.number().gt(0).max(1), atLeast: z.int().min(1).max(MAX_DOCUMENTS).default(100) })
      .optional()
      .openapi({ description: JOB_CONTRACT.failAfter }),
  })
  .openapi('JobRequest');

const pdf = z.any().openapi({ type: 'string', format: 'binary', description: CONTRACT.file });
const jobId = z.string().openapi({ example: EXAMPLE_IDS.job });
const inPath = z.object({ id: jobId });
const documentInPath = z.object({ id: jobId, n: count.openapi({ example: 0 }) });
const idempotencyKey = z.object({
  'Idempotency-Key': z.string().min(1).max(255).optional().openapi({ description: CONTRACT.idempotencyKey }),
});
const prefer = z.object({ Prefer: z.string().optional().openapi({ example: 'wait=60' }) });
const page = { limit: z.int().min(1).optional(), after: z.string().optional() };

function json(description: string, schema: z.ZodType, ...names: Parameters<typeof headers>) {
  return {
    description,
    headers: headers(...names, ...LIMIT_HEADERS),
    content: { 'application/json': { schema } },
  };
}

/** Response if there is no such job, document or result. */
const GONE: readonly ProblemCode[] = ['not_found', 'not_ended', 'no_result', 'result_gone', 'result_sent'];
const all = { tags: [JOBS], security };
const ofJob = refusals([401, 403, 404, 429, 500, 503], GONE);
const ofResult = refusals([401, 403, 404, 409, 410, 429, 500, 503], GONE);

export const jobOperations = [
  createRoute({
    method: 'post',
    path: '/api/v1/files',
    operationId: 'keepFile',
    ...JOB_CONTRACT.keepFile,
    ...all,
    request: {
      body: {
        required: true,
        content: {
          'application/pdf': { schema: pdf },
          'multipart/form-data': { schema: z.object({ file: pdf }).openapi({ required: ['file'] }) },
        },
      },
    },
    responses: {
      200: json(JOB_CONTRACT.knownFile, fileSchema),
      201: json(JOB_CONTRACT.newFile, fileSchema),
      ...refusals([400, 401, 403, 408, 413, 415, 429, 500, 501, 503], ['jobs_off']),
    },
  }),
  createRoute({
    method: 'post',
    path: '/api/v1/jobs',
    operationId: 'submitJob',
    ...JOB_CONTRACT.submit,
    ...all,
    request: {
      headers: idempotencyKey,
      body: {
        required: true,
        content: {
          'application/json': {
            schema: jobRequest,
            example: { documents: [{ ref: 'invoice 1', input: { upload: EXAMPLE_IDS.file } }] },
          },
        },
      },
    },
    responses: {
      200: json(JOB_CONTRACT.before, jobSchema, 'Location', 'Idempotency-Replayed'),
      202: json(JOB_CONTRACT.accepted, jobSchema, 'Location', 'Retry-After'),
      ...refusals([400, 401, 403, 422, 429, 500, 501, 503], ['malformed_json', 'too_many_open', 'jobs_off']),
    },
  }),
  createRoute({
    method: 'get',
    path: '/api/v1/jobs',
    operationId: 'listJobs',
    ...JOB_CONTRACT.list,
    ...all,
    request: { query: z.object({ state: jobState.optional(), ...page }) },
    responses: {
      200: json(JOB_CONTRACT.okList, z.object({ jobs: z.array(jobSchema) }), 'Link'),
      ...refusals([400, 401, 403, 429, 500, 501, 503], ['jobs_off']),
    },
  }),
  createRoute({
    method: 'get',
    path: '/api/v1/jobs/{id}',
    operationId: 'findJob',
    ...JOB_CONTRACT.find,
    ...all,
    request: { params: inPath, headers: prefer },
    responses: {
      200: json(JOB_CONTRACT.okJob, jobSchema, 'Retry-After', 'Preference-Applied', 'ETag'),
      304: { description: JOB_CONTRACT.same },
      ...ofJob,
    },
  }),
  createRoute({
    method: 'delete',
    path: '/api/v1/jobs/{id}',
    operationId: 'removeJob',
    ...JOB_CONTRACT.remove,
    ...all,
    request: { params: inPath },
    responses: { 204: { description: JOB_CONTRACT.removed }, ...ofJob },
  }),
  createRoute({
    method: 'post',
    path: '/api/v1/jobs/{id}/cancel',
    operationId: 'cancelJob',
    ...JOB_CONTRACT.cancel,
    ...all,
    request: { params: inPath },
    responses: { 200: json(JOB_CONTRACT.okJob, jobSchema), ...ofJob },
  }),
  createRoute({
    method: 'post',
    path: '/api/v1/jobs/{id}/retry',
    operationId: 'retryJob',
    ...JOB_CONTRACT.retry,
    ...all,
    request: { params: inPath },
    responses: {
      202: json(JOB_CONTRACT.okJob, jobSchema),
      ...refusals([401, 403, 404, 410, 429, 500, 503], GONE),
    },
  }),
  createRoute({
    method: 'get',
    path: '/api/v1/jobs/{id}/documents',
    operationId: 'listJobDocuments',
    ...JOB_CONTRACT.documents,
    ...all,
    request: { params: inPath, query: z.object({ state: documentState.optional(), ...page }) },
    responses: {
      200: {
        description: JOB_CONTRACT.okDocuments,
        headers: headers('Link', ...LIMIT_HEADERS),
        content: {
          'application/json': { schema: z.object({ documents: z.array(jobDocumentSchema) }) },
          'application/jsonl': { schema: z.string() },
        },
      },
      ...refusals([400, 401, 403, 404, 429, 500, 503], GONE),
    },
  }),
  createRoute({
    method: 'get',
    path: '/api/v1/jobs/{id}/documents/{n}',
    operationId: 'findJobDocument',
    ...JOB_CONTRACT.document,
    ...all,
    request: { params: documentInPath },
    responses: { 200: json(JOB_CONTRACT.okDocument, jobDocumentSchema), ...ofJob },
  }),
  createRoute({
    method: 'get',
    path: '/api/v1/jobs/{id}/documents/{n}/result',
    operationId: 'readResult',
    ...JOB_CONTRACT.result,
    ...all,
    request: { params: documentInPath },
    responses: {
      200: {
        description: CONTRACT.okCompress,
        headers: headers('X-Compression-Ratio', 'Content-Disposition', 'ETag', ...LIMIT_HEADERS),
        content: { 'application/pdf': { schema: pdf } },
      },
      206: {
        description: JOB_CONTRACT.part,
        headers: headers('ETag', 'Content-Range', ...LIMIT_HEADERS),
        content: { 'application/pdf': { schema: pdf } },
      },
      304: { description: JOB_CONTRACT.same },
      ...ofResult,
    },
  }),
  createRoute({
    method: 'get',
    path: '/api/v1/jobs/{id}/documents/{n}/receipt',
    operationId: 'readReceipt',
    ...JOB_CONTRACT.receipt,
    ...all,
    request: { params: documentInPath },
    responses: { 200: json(JOB_CONTRACT.okReceipt, receiptSchema), ...ofResult },
  }),
];
