import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { Context, Handler, Hono, MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import { createMcpServer } from '../../library/agents/mcp-server.ts';
import { type AgentWorkDeps, agentWork, refusalSentence } from '../agents/agent-work.ts';
import { isFileName } from '../agents/file-name.ts';
import { type AgentFileStore, type AgentFileStores, FILE_TTL_MS } from '../agents/file-stores.ts';
import { storedAgentFiles } from '../agents/stored-agent-files.ts';
import type { AppEnv } from '../http/app-env.ts';
import { jsonBody } from '../http/json-body.ts';
import { type MinDataRate, onResponseClosed } from '../http/min-data-rate.ts';
import { mount } from '../http/mount.ts';
import { contentDisposition } from '../http/response/attachment.ts';
import { type ApiKey, allows } from '../keys/key-service.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { fieldErrorsProblem, ProblemError } from '../problem.ts';
import { receiveUpload } from '../upload/receive.ts';

export interface AgentRouteDeps extends AgentWorkDeps {
  readonly log: Logger;
  readonly fileStores: AgentFileStores;
  readonly maxUploadBytes: number;
  readonly minDataRate: MinDataRate;
  readonly lifecycle: Lifecycle;
}

/**
 * Tools for agents at `/mcp`, and their files at `/mcp/files`, which are transferred by plain HTTP so that no document
 * passes through a model.
 *
 * @param guards middleware for every request with a key
 * @param uploadGuards additional middleware for requests with a document
 */
export function mountAgents(
  app: Hono<AppEnv>,
  deps: AgentRouteDeps,
  guards: readonly MiddlewareHandler<AppEnv>[],
  uploadGuards: readonly MiddlewareHandler<AppEnv>[],
): void {
  for (const guard of guards) app.post('/mcp', guard).use('/mcp/files/*', guard);
  for (const guard of uploadGuards) app.put('/mcp/files/:name', guard);
  mount(app, '/mcp', { POST: mcpRoute(deps) });
  mount(app, '/mcp/files/:name', {
    PUT: (c) => putFile(c, deps),
    GET: (c) => getFile(c, deps.fileStores),
    DELETE: (c) => deleteFile(c, deps.fileStores),
  });
}

/** Stateless: one message, one response, and no session. */
function mcpRoute(deps: AgentRouteDeps): Handler<AppEnv> {
  return async (c) => {
    // A batch of messages would count as one request.
    const parsedBody = await jsonBody(c);
    const key = keyOf(c);
    const server = createMcpServer({
      files: storedAgentFiles(deps.fileStores.of(key.id)),
      ...agentWork(c, key, deps),
      sentenceOf: (thrown) => refusalSentence(c, thrown, deps.log),
      mayCompress: allows(key.scopes, 'compress'),
    });
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      return await transport.handleRequest(c.req.raw, { parsedBody });
    } finally {
      await server.close();
    }
  };
}

async function putFile(c: Context<AppEnv>, deps: AgentRouteDeps): Promise<Response> {
  const { store, name } = placeOf(c, deps.fileStores);
  const reservation = store.reserve();
  try {
    const allowance = {
      limitBytes: Math.min(deps.maxUploadBytes, deps.fileStores.largestFileBytes),
      reservation,
      minDataRate: deps.minDataRate,
      retryAfterS: () => deps.jobs.retryAfterS(),
      lastCall: deps.lifecycle.lastCall,
    };
    const { document, faults } = await receiveUpload(c, allowance);
    const all = document === undefined ? [...faults, MISSING] : faults;
    if (document === undefined || all.length > 0) throw new ProblemError(fieldErrorsProblem(all));
    const { buffer, byteLength: bytes } = document;
    // The buffer may have the announced size: keep only what was received.
    const whole = buffer.byteLength === bytes ? buffer : buffer.slice(0, bytes);
    const was = store.put(name, new Uint8Array(whole), reservation);
    return c.json({ name, bytes, keptSeconds: FILE_TTL_MS / 1000 }, was === 'new' ? 201 : 200);
  } catch (error) {
    reservation.release();
    throw error;
  }
}

const MISSING = { code: 'missing_file', field: 'file', message: 'holds no PDF.' } as const;

function getFile(c: Context<AppEnv>, fileStores: AgentFileStores): Response {
  const { store, name } = placeOf(c, fileStores);
  const lease = store.borrow(name);
  if (lease === undefined) throw new ProblemError({ code: 'not_found' });
  onResponseClosed(c, lease.release);
  const { bytes } = lease;
  return c.body(bytes, 200, {
    'Content-Type': 'application/pdf',
    'Content-Length': String(bytes.length),
    'Content-Disposition': contentDisposition(name),
    'Cache-Control': 'no-store',
  });
}

function deleteFile(c: Context<AppEnv>, fileStores: AgentFileStores): Response {
  const { store, name } = placeOf(c, fileStores);
  if (!store.delete(name)) throw new ProblemError({ code: 'not_found' });
  return c.body(null, 204);
}

function placeOf(
  c: Context<AppEnv>,
  fileStores: AgentFileStores,
): { readonly store: AgentFileStore; readonly name: string } {
  const name = c.req.param('name') ?? '';
  if (!isFileName(name)) {
    const message = 'must be a plain name such as report.pdf.';
    throw new ProblemError(fieldErrorsProblem([{ code: 'invalid_parameter', field: 'name', message }]));
  }
  return { store: fileStores.of(keyOf(c).id), name };
}

function keyOf(c: Context<AppEnv>): ApiKey {
  const key = c.get('key');
  if (key === undefined) throw new Error('agents stand behind requireKey');
  return key;
}
