import { createContext, use, useSyncExternalStore } from 'react';
import type { BackgroundComparer } from './background.ts';
import type { CoreQueries } from './core-queries.ts';
import type { PagePicture, PagePictures } from './page-pictures.ts';
import { type DiffState, NOT_COMPARED } from './proof.ts';
import type { PreloadState, RendererAssets } from './proof-source.ts';
import type { DiffStore } from './proof-store.ts';

/** Objects for page comparison, created once beside the jobs. */
export interface Proofs {
  readonly source: RendererAssets;
  readonly store: DiffStore;
  /** Null on devices that draw none. */
  readonly pictures: PagePictures | null;
  readonly background: BackgroundComparer;
  readonly coreQueries: CoreQueries;
}

export const ProofsContext = createContext<Proofs | null>(null);

export function useDiffs(): Proofs {
  const proofs = use(ProofsContext);
  if (proofs === null) throw new Error('there is no ProofsContext around this component');
  return proofs;
}

/** State of prefetching the assets for rendering. */
export function usePreload(): PreloadState {
  const { source } = useDiffs();
  return useSyncExternalStore(source.subscribe, source.state);
}

/** The comparison state of a result; re-renders when it changes. */
export function useProof(result: Blob | null): DiffState {
  const { store } = useDiffs();
  return useSyncExternalStore(store.subscribe, () => (result === null ? NOT_COMPARED : store.of(result)));
}

/** Page 1 of a result, once it is drawn. */
export function usePagePicture(result: Blob | null): PagePicture | null {
  const { pictures } = useDiffs();
  return useSyncExternalStore(pictures?.subscribe ?? never, () =>
    result === null ? null : (pictures?.of(result) ?? null),
  );
}

const never = () => () => undefined;
