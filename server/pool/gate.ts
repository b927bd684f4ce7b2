/** How many are in, and how many wait. */
export interface GateLoad {
  readonly inside: number;
  readonly waiting: number;
}

/** Lets a bounded number in, makes a bounded number wait in order, and turns the rest away. */
export interface Gate {
  load(): GateLoad;
  /** True when the next one would be turned away. */
  isFull(): boolean;
  /**
   * Resolves once there is room, with a function to call on leaving; rejects with the signal's reason when that was
   * aborted before. Undefined when turned away at once.
   */
  enter(signal: AbortSignal): Promise<() => void> | undefined;
}

export function createGate(room: number, maxWaiting: number): Gate {
  const waiting: (() => void)[] = [];
  let inside = 0;

  const leave = () => {
    inside -= 1;
    waiting.shift()?.();
  };

  const admit = () => {
    inside += 1;
    let left = false;
    return () => {
      if (!left) leave();
      left = true;
    };
  };

  const isFull = () => inside >= room && waiting.length >= maxWaiting;

  return {
    isFull,
    load: () => ({ inside, waiting: waiting.length }),
    enter(signal) {
      if (isFull()) return undefined;
      if (signal.aborted) return Promise.reject(signal.reason);
      if (inside < room) return Promise.resolve(admit());
      return new Promise((resolve, reject) => {
        const onAbort = () => {
          waiting.splice(waiting.indexOf(onRoom), 1);
          reject(signal.reason);
        };
        const onRoom = () => {
          signal.removeEventListener('abort', onAbort);
          resolve(admit());
        };
        signal.addEventListener('abort', onAbort, { once: true });
        waiting.push(onRoom);
      });
    },
  };
}
