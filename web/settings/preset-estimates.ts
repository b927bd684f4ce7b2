import type { PresetName } from '../../shared/index.ts';

/** About what all files would become with each preset, in words; null while that is not known. */
export interface PresetEstimates {
  readonly texts: Readonly<Record<PresetName, string>>;
  readonly hint: string;
}

let known: PresetEstimates | null = null;
const listeners = new Set<() => void>();

/** Told by the list of files, which comes later than the settings, and shown by them. */
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
