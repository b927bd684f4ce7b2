import { onAbort } from './on-abort.ts';

/** What may be under way at the same time; one item always may. */
export interface InFlightLimits {
  readonly items: number;
  /** Of all of them together, in the measure of `sizeOf`. */
  readonly size: number;
}

export interface OrderedResults<Result> {
  /**
   * The result of the next item, in the order of the items.
   *
   * @throws the signal's reason, at once, when it is aborted
   */
  next(): Promise<Result>;
  /** Starts no more. */
  stop(): void;
}

/**
 * Starts work in the order of the items as far ahead as there is room, and gives the results in the same order, so
 * that nothing depends on which ends first.
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
      const item = items[nextItem];
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
      // Whoever takes the result hears of it; until then a failure is not an unhandled one.
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
  // Raced only while a result is waited for.
  aborted.catch(() => {});
  return { aborted, forget };
}
