import { randomBytes } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { AppEnv, Trace } from '../http/app-env.ts';

/** Version 00; additions of a later version are ignored (3.2.2 and 4.3). */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const ZEROS = /^0+$/;

/** The trace of a request with a valid `traceparent`; undefined without one. */
export function traceOf(traceparent: string | undefined): Trace | undefined {
  const [, traceId, parentId, flags] = TRACEPARENT.exec(traceparent?.trim() ?? '') ?? [];
  if (traceId === undefined || parentId === undefined || flags === undefined) return undefined;
  if (ZEROS.test(traceId) || ZEROS.test(parentId)) return undefined;
  return { traceId, spanId: newSpanId(), parentId, flags };
}

/** Starts a trace for a request without one. */
export function newTrace(): Trace {
  return { traceId: randomBytes(16).toString('hex'), spanId: newSpanId(), parentId: undefined, flags: '01' };
}

export function newSpanId(): string {
  return randomBytes(8).toString('hex');
}

/** Continues the caller's trace: the log names it, and the response names this server's span. */
export function extractTraceContext(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const trace = traceOf(c.req.header('traceparent'));
    if (trace !== undefined) c.set('trace', trace);
    await next();
    if (trace !== undefined)
      c.res.headers.set('traceresponse', `00-${trace.traceId}-${trace.spanId}-${trace.flags}`);
  };
}
