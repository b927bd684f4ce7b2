/** The end of a channel at which its messages arrive. */
interface Arrivals {
  onmessage: ((event: never) => unknown) | null;
}

/** The other end. */
interface Departures {
  postMessage(message: null): void;
}

/**
 * Turns of the event loop by messages through a channel of one's own, since timers that follow each other wait for 4 ms in
 * browsers. Whatever was sent to this thread before is heard by then. Several may wait at the same time.
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
