/** One operation of a request, in OpenTelemetry's terms. */
export interface Span {
  readonly name: string;
  /** 32 hex digits. */
  readonly traceId: string;
  /** 16 hex digits. */
  readonly spanId: string;
  /** Id of the parent span. */
  readonly parentId?: string | undefined;
  readonly kind: 'server' | 'internal';
  /** Epoch milliseconds, with a fraction. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  readonly isError: boolean;
}

/** SpanKind and StatusCode of trace.proto. */
const KINDS = { internal: 1, server: 2 } as const;
const STATUS_ERROR = 2;

/**
 * The body of `POST /v1/traces`: ExportTraceServiceRequest of OTLP 1.x in JSON, where ids are hex and times strings.
 *
 * @param serviceName name of the service that recorded the spans
 */
export function otlpTraces(serviceName: string, spans: readonly Span[]): object {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf({ 'service.name': serviceName }) },
        scopeSpans: [{ scope: { name: 'pagelight' }, spans: spans.map(otlpSpan) }],
      },
    ],
  };
}

function otlpSpan({ name, traceId, spanId, parentId, kind, startedAt, endedAt, attributes, isError }: Span) {
  return {
    traceId,
    spanId,
    ...(parentId === undefined ? {} : { parentSpanId: parentId }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: nanoseconds(startedAt),
    endTimeUnixNano: nanoseconds(endedAt),
    attributes: attributesOf(attributes),
    ...(isError ? { status: { code: STATUS_ERROR } } : {}),
  };
}

function attributesOf(attributes: Span['attributes']) {
  return Object.entries(attributes).flatMap(([key, value]) => {
    if (value === undefined) return [];
    return [{ key, value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value } }];
  });
}

/** As a string: a number has too few digits. */
function nanoseconds(ms: number): string {
  const whole = Math.floor(ms);
  return `${whole}${String(Math.floor((ms - whole) * 1e6)).padStart(6, '0')}`;
}
