import { useEffect, useState, useSyncExternalStore } from 'react';
import type { EngineGetter } from './runner.ts';

export type EngineState = 'loading' | 'ready' | 'failed';

/** Whether everything that compressing needs is here. */
export function useEngineState(engine: EngineGetter): EngineState {
  const [state, setState] = useState<EngineState>('loading');
  useEffect(() => {
    let isShown = true;
    const tell = (next: EngineState) => isShown && setState(next);
    engine.get().then(
      () => tell('ready'),
      () => tell('failed'),
    );
    return () => {
      isShown = false;
    };
  }, [engine]);
  return state;
}

export function useOnline(): boolean {
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
