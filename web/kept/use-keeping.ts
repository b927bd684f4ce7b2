import { createContext, use, useSyncExternalStore } from 'react';
import type { Keeping, KeepingState } from './keeping.ts';

export const KeepingContext = createContext<Keeping | null>(null);

export function useKeeping(): readonly [KeepingState, Keeping] {
  const keeping = use(KeepingContext);
  if (keeping === null) throw new Error('there is no KeepingContext around this component');
  return [useSyncExternalStore(keeping.subscribe, keeping.state), keeping];
}
