import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Lifecycle } from './lifecycle.ts';
import { watchPendingConnections } from './pending-connections.ts';

export interface ShutdownPlan {
  readonly server: Server;
  readonly lifecycle: Lifecycle;
  readonly log: Logger;
  /** For balancers that ask `/readyz`: so long requests are still taken, each as the last of its connection. */
  readonly delayMs: number;
  /** Longest time for running requests to end, from the moment on when connections are refused. */
  readonly graceMs: number;
  /** Ends what requests need: workers, database. */
  readonly close: () => Promise<void>;
}

const IDLE_SWEEP_MS = 200;

/** For the answers of the last call to be written, of a grace period that is long enough. */
const LAST_ANSWERS_MS = 5000;

/**
 * Ends without a request that is not answered: no new connections, every answer closes its own (`lifecycle.draining`), idle
 * ones are closed as they become idle, and only then the workers and the database go. What cannot be done in time is
 * turned away by whoever has it (`lifecycle.remainingMs`), the rest at the last call; a connection is cut only where its
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
  lifecycle.drain(delayMs + graceMs - Math.min(LAST_ANSWERS_MS, graceMs / 4));
  const arrivals = watchPendingConnections(server);
  log.info('shutting down');
  await delay(delayMs);
  await arrivals.whenQuiet();
  // In the same turn of the event loop, before anything else: the next one would let people in again.
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
  const guard = setTimeout(() => {
    log.warn('requests are still running; ending them');
    server.closeAllConnections();
  }, graceMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(guard);
  await close();
  log.info('stopped');
}

/** Drains on the first SIGTERM or SIGINT; a second one ends the process at once. */
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
