interface Listeners {
  readonly all: Set<() => void>;
  readonly handler: () => void;
}

const LISTENERS = new WeakMap<AbortSignal, Listeners>();

/**
 * Calls `listener` once when the signal is aborted. All listeners of a signal share one listener of the platform:
 * a caller may give one signal to hundreds of calls, and Node warns of a leak at the eleventh.
 *
 * @param signal not aborted yet
 * @returns removes the listener; idempotent
 */
export function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
  if (signal === undefined) return () => {};
  const listeners = LISTENERS.get(signal) ?? listenTo(signal);
  // A function of its own: the same listener may be there twice.
  const entry = () => listener();
  listeners.all.add(entry);
  return () => {
    listeners.all.delete(entry);
    if (listeners.all.size > 0 || LISTENERS.get(signal) !== listeners) return;
    signal.removeEventListener('abort', listeners.handler);
    LISTENERS.delete(signal);
  };
}

function listenTo(signal: AbortSignal): Listeners {
  const all = new Set<() => void>();
  const handler = () => {
    LISTENERS.delete(signal);
    for (const listener of all) listener();
  };
  signal.addEventListener('abort', handler, { once: true });
  const listeners = { all, handler };
  LISTENERS.set(signal, listeners);
  return listeners;
}
