import { useEffect, useSyncExternalStore } from 'react';
import type { EngineSource, EngineState } from '../worker/engine.ts';

export interface Readiness {
  /** Whether everything needed for compression is loaded. */
  readonly engine: EngineState;
  readonly isOnline: boolean;
}

/** Readiness of the page. Failed loads are retried when the network is back. */
export function useReadiness(source: EngineSource): Readiness {
  const engine = useSyncExternalStore(source.subscribe, source.state);
  const isOnline = useOnline();
  useEffect(() => {
    // A failure is reported by `state`, and by every file that needs the engine.
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
