import type { Server } from 'node:http';
import type { Logger } from 'pino';
import type { Lifecycle } from './lifecycle.ts';

export interface ShutdownPlan {
  readonly server: Server;
  readonly lifecycle: Lifecycle;
  readonly log: Logger;
  /** Longest time for running requests to end. */
  readonly graceMs: number;
  /** Ends what requests need: workers, database. */
  readonly close: () => Promise<void>;
}

const IDLE_SWEEP_MS = 200;

/**
 * Ends without a failed request: no new connections, every answer closes its own (`lifecycle.draining`), idle
 * ones are closed as they become idle, and only then the workers and the database go.
 */
export async function drain({ server, lifecycle, log, graceMs, close }: ShutdownPlan): Promise<void> {
  lifecycle.draining = true;
  log.info('shutting down');
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
  const guard = setTimeout(() => {
    log.warn('requests are still running; ending them');
    server.closeAllConnections();
  }, graceMs);
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeIdleConnections();
  });
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
