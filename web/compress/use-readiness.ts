import { useEffect, useSyncExternalStore } from 'react';
import type { EngineSource, EngineState } from '../worker/engine.ts';

export interface Readiness {
  /** Whether everything that compressing needs is here. */
  readonly engine: EngineState;
  readonly isOnline: boolean;
}

/** How ready the page is to work; what did not load is tried again when the network is back. */
export function useReadiness(source: EngineSource): Readiness {
  const engine = useSyncExternalStore(source.subscribe, source.state);
  const isOnline = useOnline();
  useEffect(() => {
    // A failure is told by `state`, and by every file that needs the engine.
    if (isOnline) source.get().catch(() => undefined);
  }, [isOnline, source]);
  return { engine, isOnline };
}

function useOnline(): boolean {
  return useSyncExternalStore(
    (changed) => {
      addEventListener('online', changed);
      addEventListener('offline', changed);
      return () => {
        removeEventListener('online', changed);
        removeEventListener('offline', changed);
      };
    },
    () => navigator.onLine,
  );
}
