/** What may be under way at the same time; one item always may. */
export interface Room {
  readonly items: number;
  readonly pixels: number;
}

export interface Ahead<Result> {
  /** The result of the next item, in the order of the items. */
  next(): Promise<Result>;
  /** Starts no more. */
  stop(): void;
}

/**
 * Starts work in the order of the items as far ahead as there is room, and gives the results in the same order, so
 * that nothing depends on which ends first.
 */
export function startAhead<Item, Result>(
  items: readonly Item[],
  room: Room,
  pixelsOf: (item: Item) => number,
  start: (item: Item) => Promise<Result>,
): Ahead<Result> {
  const results: Promise<Result>[] = [];
  let nextItem = 0;
  let underWay = 0;
  let pixels = 0;

  const fill = () => {
    while (nextItem < items.length) {
      const item = items[nextItem];
      const more = pixelsOf(item);
      if (underWay > 0 && (underWay >= room.items || pixels + more > room.pixels)) return;
      nextItem += 1;
      underWay += 1;
      pixels += more;
      const result = start(item).finally(() => {
        underWay -= 1;
        pixels -= more;
        fill();
      });
      // Whoever takes the result hears of it; until then a failure is not an unhandled one.
      result.catch(() => {});
      results.push(result);
    }
  };

  fill();
  return {
    next() {
      const result = results.shift();
      if (result === undefined) throw new Error('more results were asked for than there are items');
      return result;
    },
    stop() {
      nextItem = items.length;
    },
  };
}
