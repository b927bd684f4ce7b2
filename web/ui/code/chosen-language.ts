import { useSyncExternalStore } from 'react';
import type { Language } from '../../text/api-call.ts';

let chosen: Language = 'curl';
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function choose(language: Language): void {
  chosen = language;
  for (const listener of listeners) listener();
}

/** Language of the calls, shared by all pages of this visit. */
export function useChosenLanguage(): readonly [Language, (language: Language) => void] {
  return [useSyncExternalStore(subscribe, () => chosen), choose];
}
