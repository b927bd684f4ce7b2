/** One end of a channel; messages posted here arrive at the other end. */
export interface LocalPort extends EventTarget {
  postMessage(message: unknown, transfer?: Transferable[]): void;
}

/**
 * A message channel within one thread that behaves as between a page and its worker: messages arrive as copies, in
 * order.
 *
 * @param onTheWay may change a copy before it arrives; later messages wait. It must not reject.
 */
export function createLocalChannel(
  onTheWay: (message: unknown) => Promise<void>,
): readonly [LocalPort, LocalPort] {
  const here = new EventTarget();
  const there = new EventTarget();
  return [endOf(here, there, onTheWay), endOf(there, here, onTheWay)];
}

function endOf(from: EventTarget, to: EventTarget, onTheWay: (message: unknown) => Promise<void>): LocalPort {
  let arrived = Promise.resolve();
  const postMessage = (message: unknown, transfer: Transferable[] = []) => {
    const data: unknown = structuredClone(message, { transfer });
    arrived = arrived
      .then(() => onTheWay(data))
      .then(() => {
        to.dispatchEvent(new MessageEvent('message', { data }));
      });
  };
  return Object.assign(from, { postMessage });
}
