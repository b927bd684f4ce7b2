/** How many are in, and how many wait. */
export interface GateLoad {
  readonly inside: number;
  readonly waiting: number;
}

/**
 * Lets a bounded number in, makes a bounded number wait, and turns the rest away. Clients take turns, however many of
 * each wait. One alone may take all places; as others come, whoever has most gives way, until all have the same.
 */
export interface Gate {
  load(): GateLoad;
  /** True when this client's next one would be turned away. */
  isFull(client?: string): boolean;
  /**
   * Resolves once there is room, with a function to call on leaving; with undefined when turned away, at once or later
   * for a client that has less. Rejects with the signal's reason when that was aborted before.
   */
  enter(signal: AbortSignal, client?: string): Promise<(() => void) | undefined>;
}

/** All who do not say who they are. */
const NOBODY = '';

interface Waiter {
  admit(): void;
  turnAway(): void;
}

export function createGate(room: number, maxWaiting: number): Gate {
  /** Who waits, by client; the client whose turn it is comes first. */
  const lines = new Map<string, Waiter[]>();
  let inside = 0;

  const waiting = () => [...lines.values()].reduce((sum, line) => sum + line.length, 0);

  const leaveLine = (client: string, waiter: Waiter) => {
    const line = lines.get(client) ?? [];
    const rest = line.filter((other) => other !== waiter);
    if (rest.length > 0) lines.set(client, rest);
    else lines.delete(client);
  };

  const leave = () => {
    inside -= 1;
    const [turn] = lines;
    if (turn === undefined) return;
    const [client, [first, ...rest]] = turn;
    lines.delete(client);
    if (rest.length > 0) lines.set(client, rest);
    first?.admit();
  };

  const admit = () => {
    inside += 1;
    let left = false;
    return () => {
      if (!left) leave();
      left = true;
    };
  };

  /** Who gives way to one more of this client: the last of whom most wait, if that leaves him no fewer. */
  const givesWay = (client: string): Waiter | undefined => {
    const longest = [...lines.values()].reduce((most, line) => (line.length > most.length ? line : most), []);
    const own = lines.get(client)?.length ?? 0;
    return longest.length > own + 1 ? longest.at(-1) : undefined;
  };

  const isFull = (client = NOBODY) =>
    inside >= room && waiting() >= maxWaiting && givesWay(client) === undefined;

  return {
    isFull,
    load: () => ({ inside, waiting: waiting() }),
    async enter(signal, client = NOBODY) {
      signal.throwIfAborted();
      if (isFull(client)) return undefined;
      if (inside < room) return admit();
      if (waiting() >= maxWaiting) givesWay(client)?.turnAway();
      return new Promise((resolve, reject) => {
        const settle = (end: () => void) => {
          signal.removeEventListener('abort', onAbort);
          leaveLine(client, waiter);
          end();
        };
        const waiter: Waiter = {
          admit: () => settle(() => resolve(admit())),
          turnAway: () => settle(() => resolve(undefined)),
        };
        const onAbort = () => settle(() => reject(signal.reason));
        signal.addEventListener('abort', onAbort, { once: true });
        lines.set(client, [...(lines.get(client) ?? []), waiter]);
      });
    },
  };
}
