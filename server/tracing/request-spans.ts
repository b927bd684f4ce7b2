import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { AppEnv, Phases, Trace } from '../http/app-env.ts';
import { onResponseClosed } from '../http/min-data-rate.ts';
import type { Span } from './span.ts';
import type { SpanExporter } from './span-exporter.ts';
import { newSpanId, newTrace } from './trace.ts';

/** Traced routes; pages and health checks would drown them. */
const TRACED = /^\/(api\/v1|v1|mcp)(\/|$)/;
/** W3C Trace Context flag: the caller records the trace. */
const SAMPLED = 1;

/**
 * Records a span for each API request, with children for upload, queue, work and response. A request whose caller does
 * not record is not recorded here either; a request without a trace starts one.
 */
export function recordSpans(sender: SpanExporter): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const given = c.get('trace');
    const isWanted = given === undefined || (Number.parseInt(given.flags, 16) & SAMPLED) !== 0;
    if (!isWanted || !TRACED.test(c.req.path)) return next();
    const trace = given ?? newTrace();
    c.set('trace', trace);
    const startedAt = clock();
    await next();
    const answeredAt = clock();
    onResponseClosed(c, () => sender.add(spansOf(c, trace, { startedAt, answeredAt, sentAt: clock() })));
  };
}

interface Times {
  readonly startedAt: number;
  readonly answeredAt: number;
  readonly sentAt: number;
}

function spansOf(
  c: Context<AppEnv>,
  trace: Trace,
  { startedAt, answeredAt, sentAt }: Times,
): readonly Span[] {
  const route = routePath(c);
  const { traceId, spanId, parentId } = trace;
  const root: Span = {
    name: `${c.req.method} ${route}`,
    traceId,
    spanId,
    parentId,
    kind: 'server',
    startedAt,
    endedAt: sentAt,
    // OpenTelemetry's semantic conventions for HTTP; nothing of a document or a key.
    attributes: {
      'http.request.method': c.req.method,
      'http.route': route,
      'http.response.status_code': c.res.status,
      'error.type': c.get('problemCode'),
      'pagelight.request_id': c.get('requestId'),
      'pagelight.bytes_in': c.get('uploadBytes'),
      'pagelight.bytes_out': c.get('resultBytes'),
    },
    isError: c.res.status >= 500,
  };
  const part = ([name, from, to]: Part): Span => ({
    name,
    traceId,
    spanId: newSpanId(),
    parentId: spanId,
    kind: 'internal',
    startedAt: from,
    endedAt: to,
    attributes: {},
    isError: false,
  });
  const phases = c.get('phases');
  const parts = phases === undefined ? [] : partsOf(phases);
  return [root, ...[...parts, ['answer', answeredAt, sentAt] as const].map(part)];
}

type Part = readonly [name: string, from: number, to: number];

/** The phases are consecutive. */
function partsOf({ endedAt, uploadMs, queuedMs, runMs }: Phases): readonly Part[] {
  const begun = endedAt - runMs;
  const received = begun - queuedMs;
  return [
    ['upload', received - uploadMs, received],
    ['wait', received, begun],
    ['work', begun, endedAt],
  ];
}

/** Records the phases of a document's processing. */
export function recordPhases(c: Context<AppEnv>, times: Omit<Phases, 'endedAt'>): void {
  c.set('phases', { ...times, endedAt: clock() });
}

/** Monotonic epoch milliseconds. */
function clock(): number {
  return performance.timeOrigin + performance.now();
}
