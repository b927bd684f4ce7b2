/** One of two ends; what is posted here arrives at the other. */
export interface LineEnd extends EventTarget {
  postMessage(message: unknown, transfer?: Transferable[]): void;
}

/**
 * A line within one thread, as between a page and its worker: messages arrive as copies, in the order they were posted.
 *
 * @param onTheWay may change a copy before it arrives; those behind it wait. It must not reject.
 */
export function createLine(onTheWay: (message: unknown) => Promise<void>): readonly [LineEnd, LineEnd] {
  const here = new EventTarget();
  const there = new EventTarget();
  return [endOf(here, there, onTheWay), endOf(there, here, onTheWay)];
}

function endOf(from: EventTarget, to: EventTarget, onTheWay: (message: unknown) => Promise<void>): LineEnd {
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
