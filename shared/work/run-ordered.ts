import { onAbort } from './on-abort.ts';

/** Maximum number of items under way at the same time; one item always may. */
export interface InFlightLimits {
  readonly items: number;
  /** Total of all items, as measured by `sizeOf`. */
  readonly size: number;
}

export interface OrderedResults<Result> {
  /**
   * Returns the result of the next item, in the order of the items.
   * @throws the signal's reason, at once, when it is aborted
   */
  next(): Promise<Result>;
  /** Starts no further items. */
  stop(): void;
}

/**
 * Starts items in order, as far ahead as the limits allow, and returns results in the same order, so that
 * nothing depends on timing.
 */
export function runOrdered<Item, Result>(
  items: readonly Item[],
  room: InFlightLimits,
  sizeOf: (item: Item) => number,
  start: (item: Item) => Promise<Result>,
  signal?: AbortSignal,
): OrderedResults<Result> {
  const results: Promise<Result>[] = [];
  let nextItem = 0;
  let underWay = 0;
  let size = 0;

  const fill = () => {
    while (nextItem < items.length) {
      const item = items[nextItem]!;
      const more = sizeOf(item);
      if (underWay > 0 && (underWay >= room.items || size + more > room.size)) return;
      nextItem += 1;
      underWay += 1;
      size += more;
      const result = start(item).finally(() => {
        underWay -= 1;
        size -= more;
        fill();
      });
      // next() reports the failure; until then it must not count as an unhandled rejection.
      result.catch(() => {});
      results.push(result);
    }
  };

  fill();
  const abort = abortOf(signal);
  return {
    next() {
      const result = results.shift();
      if (result === undefined) throw new Error('more results were asked for than there are items');
      return Promise.race([result, abort.aborted]);
    },
    stop() {
      nextItem = items.length;
      abort.forget();
    },
  };
}

function abortOf(signal: AbortSignal | undefined) {
  let forget = () => {};
  const aborted = new Promise<never>((_, reject) => {
    forget = onAbort(signal, () => reject(signal?.reason));
  });
  // Only raced while next() waits.
  aborted.catch(() => {});
  return { aborted, forget };
}
