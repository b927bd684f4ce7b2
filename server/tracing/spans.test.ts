import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { smallPdf } from '../testing/documents.ts';
import { type HttpService, startHttpService } from '../testing/http-service.ts';
import { createSpanExporter, type SpanExporter } from './span-exporter.ts';

interface Sent {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, string> }[];
  readonly status?: { readonly code: number };
}

interface Batch {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly object[] };
    readonly scopeSpans: readonly { readonly spans: readonly Sent[] }[];
  }[];
}

/** A minimal collector for the spans. */
const received: { readonly url: string; readonly token: string | undefined; readonly body: Batch }[] = [];
let status = 200;
const collector = createServer(async (request, answer) => {
  const { url = '', headers } = request;
  received.push({ url, token: headers['x-token'] as string, body: (await json(request)) as Batch });
  answer.writeHead(status, { 'Content-Type': 'application/json' }).end('{}');
});

const logLines: string[] = [];
let spans: SpanExporter;
let service: HttpService;
beforeEach(async () => {
  received.length = 0;
  logLines.length = 0;
  status = 200;
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  const settings = { endpoint: `http://127.0.0.1:${port}`, headers: { 'x-token': 't' }, serviceName: 'pdf' };
  spans = createSpanExporter(settings, pino({}, { write: (line) => void logLines.push(line) }));
  service = await startHttpService({ spans });
});
afterEach(async () => {
  await service.close();
  collector.closeAllConnections();
  await new Promise((resolve) => collector.close(resolve));
});

async function compress(headers: Record<string, string> = {}, body?: string) {
  const answer = await fetch(`${service.origin}/api/v1/compress`, {
    method: 'POST',
    body: body ?? (await smallPdf()),
    headers: { 'X-API-Key': service.key, 'Content-Type': 'application/pdf', Connection: 'close', ...headers },
  });
  await answer.arrayBuffer();
  return answer;
}

/** The collected spans after a flush. A request's spans are complete when its connection closes. */
async function sentSpans(requests: number): Promise<readonly Sent[]> {
  const all = () =>
    received.flatMap(({ body }) =>
      body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
    );
  const roots = () => all().filter(({ kind }) => kind === 2).length;
  while (roots() < requests) {
    await new Promise((resolve) => setImmediate(resolve));
    await spans.forceFlush();
  }
  return all();
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';

test('a request is a span of its caller, with upload, wait, work and answer in it, one after the other', async () => {
  const answer = await compress({ traceparent: `00-${TRACE}-${CALLER}-01` });
  const [root, ...parts] = await sentSpans(1);
  expect(received[0]).toMatchObject({ url: '/v1/traces', token: 't' });
  expect(received[0]!.body.resourceSpans[0]!.resource.attributes).toEqual([
    { key: 'service.name', value: { stringValue: 'pdf' } },
  ]);
  expect(root).toMatchObject({
    traceId: TRACE,
    parentSpanId: CALLER,
    name: 'POST /api/v1/compress',
    kind: 2,
    attributes: expect.arrayContaining([
      { key: 'http.response.status_code', value: { intValue: '200' } },
      { key: 'pagelight.request_id', value: { stringValue: answer.headers.get('X-Request-Id') } },
    ]),
  });
  expect(answer.headers.get('traceresponse')).toBe(`00-${TRACE}-${root!.spanId}-01`);
  expect(parts.map(({ name }) => name)).toEqual(['upload', 'wait', 'work', 'answer']);
  for (const [index, part] of parts.entries()) {
    expect(part).toMatchObject({ traceId: TRACE, parentSpanId: root!.spanId, kind: 1 });
    const [from, to] = [BigInt(part.startTimeUnixNano), BigInt(part.endTimeUnixNano)];
    expect(from <= to).toBe(true);
    if (index > 0) expect(BigInt(parts[index - 1]!.endTimeUnixNano) <= from).toBe(true);
    expect(to <= BigInt(root!.endTimeUnixNano)).toBe(true);
  }
});

test('without a caller a trace begins here; what a caller does not record, and what is no work, is not recorded', async () => {
  await compress({ traceparent: `00-${TRACE}-${CALLER}-00` });
  await fetch(`${service.origin}/healthz`);
  await compress();
  const [root, ...rest] = await sentSpans(1);
  expect(root!.parentSpanId).toBeUndefined();
  expect(root!.traceId).not.toBe(TRACE);
  expect(rest.filter(({ kind }) => kind === 2)).toEqual([]);
});

test('a refusal is told by its code, and nothing of a document, a key or an address goes along', async () => {
  await compress({}, 'no PDF at all');
  const all = await sentSpans(1);
  expect(all[0]!.attributes).toContainEqual({ key: 'error.type', value: { stringValue: 'not_a_pdf' } });
  expect(all[0]!.status).toBeUndefined();
  expect(JSON.stringify(received)).not.toMatch(new RegExp(`no PDF|${service.key}|127\\.0\\.0\\.1`));
});

test('a collector that refuses costs a line in the log, once, and no request', async () => {
  status = 503;
  for (let count = 0; count < 3; count += 1) {
    expect((await compress()).status).toBe(200);
    await sentSpans(count + 1);
  }
  expect(logLines.filter((line) => line.includes('spans cannot be sent'))).toHaveLength(1);
  status = 200;
  await compress();
  await sentSpans(4);
  expect(logLines.filter((line) => line.includes('sent again'))).toHaveLength(1);
});
