import type { Logger } from 'pino';
import { otlpTraces, type Span } from './span.ts';

export interface TracingSettings {
  /** URL of a collector for OTLP over HTTP, without `/v1/traces`. */
  readonly endpoint: string;
  /** Additional headers, such as a token. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
}

/** Sends spans in batches in the background. No request waits for it, and spans that cannot be sent are dropped. */
export interface SpanExporter {
  add(spans: readonly Span[]): void;
  /** Sends the queued spans. */
  forceFlush(): Promise<void>;
}

const SCHEDULE_DELAY_MS = 5000;
const EXPORT_TIMEOUT_MS = 10_000;
/** Maximum queued spans, so that an unreachable collector costs only a line in the log. */
const MAX_QUEUE_SIZE = 4096;

export function createSpanExporter(
  { endpoint, headers, serviceName }: TracingSettings,
  log: Logger,
): SpanExporter {
  let waiting: Span[] = [];
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> = Promise.resolve();
  let isReached = true;

  const post = async (spans: readonly Span[]) => {
    const answer = await fetch(`${endpoint}/v1/traces`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(otlpTraces(serviceName, spans)),
      signal: AbortSignal.timeout(EXPORT_TIMEOUT_MS),
    });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`the collector answers ${answer.status}`);
  };
  const sendOnce = async () => {
    clearTimeout(timer);
    timer = undefined;
    const spans = waiting;
    waiting = [];
    if (spans.length === 0) return;
    try {
      await post(spans);
      if (!isReached) log.info('spans are sent again');
      isReached = true;
    } catch (err) {
      // Logged once until the collector is back.
      if (isReached) log.warn({ err, dropped: spans.length }, 'spans cannot be sent');
      isReached = false;
    }
  };
  const flush = () => (sending = sending.then(sendOnce));

  return {
    add(spans) {
      if (waiting.length + spans.length > MAX_QUEUE_SIZE) return;
      for (const span of spans) waiting.push(span);
      timer ??= setTimeout(() => void flush(), SCHEDULE_DELAY_MS).unref();
    },
    forceFlush: flush,
  };
}
