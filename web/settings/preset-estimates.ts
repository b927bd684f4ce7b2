import type { PresetName } from '../../shared/index.ts';

/** Each preset's size of all files, in words; null while it is being estimated. */
export interface PresetEstimates {
  readonly texts: Readonly<Record<PresetName, string | null>>;
  readonly hint: string;
}

let known: PresetEstimates | null = null;
const listeners = new Set<() => void>();
/** Called when the first reader comes or the last one goes. */
const readerListeners = new Set<() => void>();

/** Set by the list of files, which loads after the settings, and shown by the settings. */
export const presetEstimates = {
  state: (): PresetEstimates | null => known,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    tell(readerListeners);
    return () => {
      listeners.delete(listener);
      tell(readerListeners);
    };
  },
  /** Whether the cards are on the page: a folded panel needs no estimates. */
  hasReaders: (): boolean => listeners.size > 0,
  subscribeToReaders(listener: () => void): () => void {
    readerListeners.add(listener);
    return () => readerListeners.delete(listener);
  },
  set(estimates: PresetEstimates | null): void {
    if (estimates === known) return;
    known = estimates;
    tell(listeners);
  },
};

function tell(all: ReadonlySet<() => void>): void {
  for (const listener of all) listener();
}
