import { createContext, use, useSyncExternalStore } from 'react';
import type { BackgroundProver } from './background.ts';
import type { Insides } from './insides.ts';
import { NOT_PROVED, type ProofState } from './proof.ts';
import type { PreloadState, ProofSource } from './proof-source.ts';
import type { ProofStore } from './proof-store.ts';

/** All that comparing pages needs, made once beside the jobs. */
export interface Proofs {
  readonly source: ProofSource;
  readonly store: ProofStore;
  readonly background: BackgroundProver;
  readonly insides: Insides;
}

export const ProofsContext = createContext<Proofs | null>(null);

export function useProofs(): Proofs {
  const proofs = use(ProofsContext);
  if (proofs === null) throw new Error('there is no ProofsContext around this component');
  return proofs;
}

/** Whether what drawing pages needs has been fetched before anybody asks for it. */
export function usePreload(): PreloadState {
  const { source } = useProofs();
  return useSyncExternalStore(source.subscribe, source.state);
}

/** What is known of a result, at every change of it. */
export function useProof(result: Blob | null): ProofState {
  const { store } = useProofs();
  return useSyncExternalStore(store.subscribe, () => (result === null ? NOT_PROVED : store.of(result)));
}
