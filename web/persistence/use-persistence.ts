import { createContext, use, useSyncExternalStore } from 'react';
import type { Persistence, PersistenceState } from './persistence.ts';

export const KeepingContext = createContext<Persistence | null>(null);

export function usePersistence(): readonly [PersistenceState, Persistence] {
  const keeping = use(KeepingContext);
  if (keeping === null) throw new Error('there is no KeepingContext around this component');
  return [useSyncExternalStore(keeping.subscribe, keeping.state), keeping];
}
