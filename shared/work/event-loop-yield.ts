/** The end of a channel that receives its messages. */
interface Arrivals {
  onmessage: ((event: never) => unknown) | null;
}

/** The end that sends. */
interface Departures {
  postMessage(message: null): void;
}

/**
 * Yields to the event loop by messages through a private channel, since nested timers wait for 4 ms in
 * browsers. Messages sent to this thread before are delivered first. Several callers may wait at the same
 * time.
 */
export function createEventLoopYield({
  port1,
  port2,
}: {
  readonly port1: Arrivals;
  readonly port2: Departures;
}) {
  const waiting: (() => void)[] = [];
  port1.onmessage = () => waiting.shift()?.();
  return () =>
    new Promise<void>((taken) => {
      waiting.push(taken);
      port2.postMessage(null);
    });
}
