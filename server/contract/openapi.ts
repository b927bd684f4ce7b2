import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { OPTION_NAMES } from '../../shared/index.ts';
import { keysOf } from '../../shared/lists.ts';
import { PROBLEM_STATUS, type ProblemCode } from '../problem.ts';
import { API_PAGES, LIMIT_TEXTS } from '../text/api-pages.ts';
import { CONTRACT } from '../text/contract.ts';
import { JOB_CONTRACT } from '../text/job-contract.ts';
import { PROBLEM_TITLES } from '../text/problems.ts';
import { JOBS, jobOperations, jobSchema } from './job-operations.ts';
import { headers, LIMIT_HEADERS, NOT_OF_DOCUMENTS, REFUSALS, refusals, security } from './responses.ts';
import {
  compressAnswerSchema,
  inspectionSchema,
  optionsSchema,
  presetSchema,
  receiptSchema,
  reportSchema,
} from './schemas.ts';
import { webhookEvents, webhookOperations } from './webhook-operations.ts';

export const API_VERSION = '1.0.0';

const pdf = z.any().openapi({ type: 'string', format: 'binary', description: CONTRACT.file });
const zip = z.any().openapi({ type: 'string', format: 'binary', description: CONTRACT.zip });
const password = z.string().max(1024).optional().openapi({ description: CONTRACT.password });

/** Both ways to send a document. In a form, `fields` are sent too. */
function documentBody(fields: z.ZodRawShape) {
  return {
    required: true,
    content: {
      'multipart/form-data': {
        schema: z.object({ file: pdf, ...fields, password }).openapi({ required: ['file'] }),
      },
      'application/pdf': { schema: pdf },
    },
  };
}

const passwordHeader = z.string().optional().openapi({ description: CONTRACT.passwordHeader });

/** A tag: these addresses have a page together, and none for each. */
export const AGENTS = 'Agents';

const compressOperation = createRoute({
  method: 'post',
  path: '/api/v1/compress',
  operationId: 'compress',
  tags: ['Documents'],
  ...CONTRACT.compress,
  security,
  request: {
    query: optionsSchema.partial().extend({ preset: presetSchema.optional() }),
    headers: z.object({
      'Idempotency-Key': z
        .string()
        .min(1)
        .max(255)
        .optional()
        .openapi({ description: CONTRACT.idempotencyKey }),
      'X-PDF-Password': passwordHeader,
      Prefer: z.string().optional().openapi({ description: CONTRACT.prefer, example: 'return=minimal' }),
    }),
    body: documentBody(
      Object.fromEntries([
        ...OPTION_NAMES.map((name) => [name, optionsSchema.shape[name].optional()] as const),
        ['preset', presetSchema.optional()],
      ]),
    ),
  },
  responses: {
    202: {
      description: JOB_CONTRACT.accepted,
      headers: headers('Location', 'Preference-Applied', 'Retry-After', ...LIMIT_HEADERS),
      content: { 'application/json': { schema: jobSchema } },
    },
    200: {
      description: CONTRACT.okCompress,
      headers: headers(
        'X-Compression-Ratio',
        'X-Original-Size',
        'X-Compressed-Size',
        'X-Compression-Options',
        'X-Compression-Warnings',
        'Content-Disposition',
        'Server-Timing',
        'Idempotency-Replayed',
        ...LIMIT_HEADERS,
      ),
      content: {
        'application/pdf': { schema: pdf },
        'application/zip': { schema: zip },
        'application/json': { schema: compressAnswerSchema },
      },
    },
    ...refusals(REFUSALS),
  },
});

const inspectOperation = createRoute({
  method: 'post',
  path: '/api/v1/inspect',
  operationId: 'inspect',
  tags: ['Documents'],
  ...CONTRACT.inspect,
  security,
  request: { headers: z.object({ 'X-PDF-Password': passwordHeader }), body: documentBody({}) },
  responses: {
    200: {
      description: CONTRACT.okInspect,
      headers: headers('Server-Timing', ...LIMIT_HEADERS),
      content: { 'application/json': { schema: inspectionSchema } },
    },
    ...refusals(REFUSALS),
  },
});

const fileName = z.object({
  name: z.string().min(1).max(200).openapi({ description: CONTRACT.fileName, example: 'report.pdf' }),
});
const keptFile = z.object({ name: z.string(), bytes: z.int(), keptSeconds: z.int() });
const jsonObject = z.record(z.string(), z.unknown());

const mcpOperation = createRoute({
  method: 'post',
  path: '/mcp',
  operationId: 'mcp',
  tags: [AGENTS],
  ...CONTRACT.mcp,
  security,
  request: {
    headers: z.object({
      Accept: z.string().openapi({ example: 'application/json, text/event-stream' }),
    }),
    body: {
      required: true,
      content: {
        'application/json': {
          schema: jsonObject,
          example: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
        },
      },
    },
  },
  responses: {
    200: {
      description: CONTRACT.okMcp,
      headers: headers(...LIMIT_HEADERS),
      content: { 'application/json': { schema: jsonObject } },
    },
    202: { description: CONTRACT.heardMcp },
    ...refusals([400, 401, 429, 500, 503], ['malformed_json']),
  },
});

const fileOperations = [
  createRoute({
    method: 'put',
    path: '/mcp/files/{name}',
    operationId: 'putFile',
    tags: [AGENTS],
    ...CONTRACT.putFile,
    security,
    request: {
      params: fileName,
      body: { required: true, content: { 'application/pdf': { schema: pdf } } },
    },
    responses: {
      200: {
        description: CONTRACT.replacedFile,
        content: { 'application/json': { schema: keptFile } },
      },
      201: { description: CONTRACT.newFile, content: { 'application/json': { schema: keptFile } } },
      ...refusals([400, 401, 408, 413, 415, 429, 503]),
    },
  }),
  createRoute({
    method: 'get',
    path: '/mcp/files/{name}',
    operationId: 'getFile',
    tags: [AGENTS],
    ...CONTRACT.getFile,
    security,
    request: { params: fileName },
    responses: {
      200: {
        description: CONTRACT.okFile,
        headers: headers('Content-Disposition', ...LIMIT_HEADERS),
        content: { 'application/pdf': { schema: pdf } },
      },
      ...refusals([400, 401, 404, 429], ['not_found']),
    },
  }),
  createRoute({
    method: 'delete',
    path: '/mcp/files/{name}',
    operationId: 'deleteFile',
    tags: [AGENTS],
    ...CONTRACT.deleteFile,
    security,
    request: { params: fileName },
    responses: {
      204: { description: CONTRACT.goneFile },
      ...refusals([400, 401, 404, 429], ['not_found']),
    },
  }),
];

const healthOperation = createRoute({
  method: 'get',
  path: '/api/v1/health',
  operationId: 'health',
  tags: ['Service'],
  ...CONTRACT.health,
  security: [],
  responses: {
    200: {
      description: CONTRACT.okHealth,
      content: { 'application/json': { schema: z.object({ status: z.literal('ok') }) } },
    },
    ...refusals([405]),
  },
});

/** This server's limits by name. */
export type ApiLimits = Partial<Record<keyof typeof LIMIT_TEXTS, number>>;

/** The API as an OpenAPI 3.1 document, with this server's limits. */
export function openApiDocument(limits: ApiLimits = {}) {
  contract ??= createContract();
  return { ...contract, 'x-limits': limitList(limits) };
}

/** The same for every server. Generating it takes about as long as the rest of a start. */
let contract: ReturnType<typeof createContract> | undefined;

/** Generates the document from the schemas that validate the options. */
function createContract() {
  const { openAPIRegistry: registry, getOpenAPI31Document } = new OpenAPIHono();
  registry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' });
  registry.registerComponent('securitySchemes', 'apiKey', {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
  });
  registry.register('CompressReport', reportSchema);
  registry.register('Receipt', receiptSchema);
  for (const operation of [
    compressOperation,
    inspectOperation,
    healthOperation,
    mcpOperation,
    ...fileOperations,
    ...jobOperations,
    ...webhookOperations,
  ]) {
    registry.registerPath(operation);
  }
  for (const { name, route } of webhookEvents) registry.registerWebhook({ ...route, path: name });
  const document = getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: CONTRACT.title,
      version: API_VERSION,
      description: CONTRACT.overview,
      license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT' },
    },
    servers: [{ url: '/' }],
    tags: [
      { name: 'Documents', description: CONTRACT.documents },
      { name: 'Service', description: CONTRACT.service },
      { name: AGENTS, description: CONTRACT.agents },
      { name: JOBS, description: JOB_CONTRACT.jobs },
    ],
  });
  return { ...document, 'x-problems': problemList(), 'x-pages': API_PAGES };
}

/** This server's limits in numbers, for the docs page. */
function limitList(limits: ApiLimits) {
  // The texts have every name of a limit as their key.
  const names = keysOf(LIMIT_TEXTS);
  return names.flatMap((name) => {
    const value = limits[name];
    return value === undefined ? [] : [{ name, value, text: LIMIT_TEXTS[name] }];
  });
}

/** All problem codes of these routes, for the docs page. */
function problemList() {
  return (
    Object.entries(PROBLEM_STATUS)
      .filter(([code]) => !NOT_OF_DOCUMENTS.has(code))
      // The list has every code of `ProblemCode` as its key.
      .map(([code, status]) => ({ code, status, title: PROBLEM_TITLES[code as ProblemCode] }))
      .sort((a, b) => a.status - b.status || a.code.localeCompare(b.code))
  );
}
