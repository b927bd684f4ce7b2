import type { Server } from 'node:http';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Lifecycle } from './lifecycle.ts';

export interface ShutdownPlan {
  readonly server: Server;
  readonly lifecycle: Lifecycle;
  readonly log: Logger;
  /** For balancers that ask `/readyz`: so long requests are still taken, each as the last of its connection. */
  readonly delayMs: number;
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
export async function drain({
  server,
  lifecycle,
  log,
  delayMs,
  graceMs,
  close,
}: ShutdownPlan): Promise<void> {
  lifecycle.draining = true;
  log.info('shutting down');
  await delay(delayMs);
  await untilNobodyArrives(server);
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

/** Nobody came for so long: at first, and after a while ever less, where somebody always does. */
const LULL_MS = 20;
/** So long a lull is waited for: whoever has no balancer that takes notice has hardly one. */
const LULL_PATIENCE_MS = 5000;
/** In a longer turn of the event loop something else was done, while which somebody may have come. */
const QUICK_TURN_MS = 0.1;

/**
 * Whoever has connected and whose request is not read yet, or whose connection is not even accepted, is cut off with
 * the listening socket, and a proxy that has sent a part of an upload cannot send it again. So: not while they come.
 * Node accepts one connection in a turn, so after a quick turn without any nobody waits.
 */
async function untilNobodyArrives(server: Server): Promise<void> {
  const beganAt = performance.now();
  let arrivedAt = beganAt;
  const arrived = () => {
    arrivedAt = performance.now();
  };
  server.on('connection', arrived);
  for (;;) {
    const before = performance.now();
    await turn();
    const now = performance.now();
    const patience = 2 - (now - beganAt) / LULL_PATIENCE_MS;
    const isQuiet =
      now - before < QUICK_TURN_MS && now - arrivedAt > LULL_MS * Math.min(1, Math.max(0, patience));
    if (isQuiet || patience < -1) break;
  }
  server.off('connection', arrived);
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
