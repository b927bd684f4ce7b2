import type { PresetName } from '../../shared/index.ts';

/** Each preset's size of all files, in words; null while it is being estimated. */
export interface PresetEstimates {
  readonly texts: Readonly<Record<PresetName, string | null>>;
  readonly hint: string;
}

let known: PresetEstimates | null = null;
const listeners = new Set<() => void>();

/** Set by the list of files, which loads after the settings, and shown by the settings. */
export const presetEstimates = {
  state: (): PresetEstimates | null => known,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  set(estimates: PresetEstimates | null): void {
    if (estimates === known) return;
    known = estimates;
    for (const listener of listeners) listener();
  },
};
