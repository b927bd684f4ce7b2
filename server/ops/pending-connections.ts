import type { Server } from 'node:http';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import { blockAccepts } from './listen-backlog.ts';

/** Without a lock on accepting: the listen queue counts as empty after this long without a connection. It shrinks under constant traffic. */
const QUIET_PERIOD_MS = 20;
/** How long those who still arrive are waited for: whoever has no balancer that takes notice goes on for ever. */
const DRAIN_TIMEOUT_MS = 10_000;
/**
 * A thread that slept is let run at once when it wakes, and for a while; one that waits busily is interrupted just where
 * it must not be.
 */
const POLL_INTERVAL_MS = 5;

export interface Arrivals {
  /**
   * Resolves at a moment when the listening socket may be closed: nobody waits to be accepted, and nobody can come between.
   * Whoever does is cut off, and a proxy that has sent a part of an upload cannot send it again. Close it in the same turn of
   * the event loop. Those who are accepted are answered, also where nothing of their request was read yet.
   */
  whenQuiet(): Promise<void>;
}

/** Sees who connects from now on. */
export function watchPendingConnections(server: Server): Arrivals {
  let count = 0;
  let lastAt = 0;
  server.on('connection', () => {
    count += 1;
    lastAt = performance.now();
  });

  /** Node accepts one connection in a turn: after one without any nobody waits. */
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
