import { once } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Lifecycle } from '../lifecycle.ts';
import { watchPendingConnections } from './pending-connections.ts';

export interface ShutdownPlan {
  readonly server: Server;
  readonly lifecycle: Lifecycle;
  readonly log: Logger;
  /** Time for load balancers to notice `/readyz`. Requests are still accepted, each as the last of its connection. */
  readonly delayMs: number;
  /** Maximum time for running requests to end, once new connections are refused. */
  readonly graceMs: number;
  /** Closes what requests need: workers, database. */
  readonly close: () => Promise<void>;
}

const IDLE_SWEEP_MS = 200;

/** Time to write the responses of the last call, if the grace period is long enough. */
const LAST_ANSWERS_MS = 5000;

/**
 * Shuts down without leaving a request unanswered. New connections are refused, every response closes its connection
 * (`lifecycle.draining`), and idle connections are closed; workers and database close last. Work that cannot be done in
 * time is refused by its owner (`lifecycle.remainingMs`), the rest at the last call. A connection is cut only if its
 * client does not read.
 */
export async function drain({
  server,
  lifecycle,
  log,
  delayMs,
  graceMs,
  close,
}: ShutdownPlan): Promise<void> {
  const lastAnswersMs = Math.min(LAST_ANSWERS_MS, graceMs / 4);
  lifecycle.drain(delayMs + graceMs - lastAnswersMs);
  const arrivals = watchPendingConnections(server);
  log.info('shutting down');
  await delay(delayMs);
  await arrivals.whenQuiet();
  // In the same turn of the event loop, before anything else: the next one would accept connections again.
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
  await Promise.race([closed, called(lifecycle.lastCall)]);
  // From then on: a machine that gave this process no time would let both be due at once.
  const guard = setTimeout(() => {
    log.warn('requests are still running; ending them');
    server.closeAllConnections();
  }, lastAnswersMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(guard);
  await close();
  log.info('stopped');
}

async function called(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

/** Drains on the first SIGTERM or SIGINT; the second one exits at once. */
export function drainOnSignal(plan: ShutdownPlan): void {
  let stopping = false;
  const onSignal = () => {
    if (stopping) process.exit(1);
    stopping = true;
    drain(plan).then(
      () => process.exit(0),
      (error: unknown) => {
        plan.log.error({ err: error }, 'shutdown failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
