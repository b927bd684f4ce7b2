import type { Server } from 'node:http';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import { blockAccepts } from './listen-backlog.ts';

/**
 * Used where new connections cannot be blocked: the backlog counts as empty after this long without a connection. The
 * time shrinks under constant traffic.
 */
const QUIET_PERIOD_MS = 20;
/** Maximum wait for late connections. A client that bypasses the load balancer never stops connecting. */
const DRAIN_TIMEOUT_MS = 10_000;
/**
 * Sleeps between polls: Linux favors a thread that just woke, whereas a busy-waiting one may be preempted at the
 * critical moment.
 */
const POLL_INTERVAL_MS = 5;

export interface Arrivals {
  /**
   * Resolves when the listening socket may be closed: no connection is pending, and none can arrive in between. Such a
   * connection would be cut off, and a proxy cannot resend a partly sent upload. Close the socket in the same turn of
   * the event loop. Accepted connections are answered, even if nothing of their request was read yet.
   */
  whenQuiet(): Promise<void>;
}

/** Counts connections from now on. */
export function watchPendingConnections(server: Server): Arrivals {
  let count = 0;
  let lastAt = 0;
  server.on('connection', () => {
    count += 1;
    lastAt = performance.now();
  });

  /** Node accepts one connection per turn: a turn without one means that none is pending. */
  const untilNobodyWaits = async () => {
    let before: number;
    do {
      before = count;
      await turn();
    } while (count !== before);
  };
  return {
    async whenQuiet() {
      const beganAt = performance.now();
      for (;;) {
        await delay(POLL_INTERVAL_MS);
        await untilNobodyWaits();
        const now = performance.now();
        const remaining = 1 - (now - beganAt) / DRAIN_TIMEOUT_MS;
        if (remaining <= 0) return;
        const acceptBlock = await blockAccepts(server);
        if (
          acceptBlock === 'blocked' ||
          (acceptBlock === 'unknown' && now - lastAt > QUIET_PERIOD_MS * remaining)
        )
          return;
      }
    },
  };
}
