import { foregroundPriority } from './foreground-priority.ts';
import { type DiffState, type PageDiff, pagesOf } from './proof.ts';
import type { DiffStore } from './proof-store.ts';
import { type RenderSession, SessionError } from './session.ts';

/**
 * Compares every page not compared yet, and updates the store after each, `first` pages first. Yields to foreground
 * work between pages. Ends silently if the session ends or another one takes over; its results stay and can be resumed.
 */
export async function compareAllPages(
  result: Blob,
  session: Pick<RenderSession, 'pages' | 'compare' | 'lacksAssets'>,
  store: DiffStore,
  first: readonly number[] = [],
): Promise<void> {
  const known = store.of(result);
  if (known.kind === 'done') return;
  const total = session.pages;
  let pages: readonly PageDiff[] = pagesOf(known);
  let hasFailed = false;
  let mine: DiffState = known;
  const tell = (state: DiffState) => store.set(result, (mine = state));
  tell({ kind: 'running', pages, total });
  for (const page of order(total, first)) {
    if (pages.some((proof) => proof.page === page)) continue;
    await foregroundPriority.whenIdle();
    try {
      const proof = await session.compare(page);
      // Another session has taken over.
      if (store.of(result) !== mine) return;
      // Renders with missing assets do not count.
      if (session.lacksAssets) break;
      pages = [...pages, proof];
    } catch (thrown) {
      if (store.of(result) !== mine) return;
      if (thrown instanceof SessionError) {
        const isEnded = thrown.problem === 'ended';
        tell(isEnded ? { kind: 'partial', pages, total } : { kind: 'failed', pages });
        return;
      }
      // This page cannot be rendered; others may.
      hasFailed = true;
    }
    tell({ kind: 'running', pages, total });
  }
  if (session.lacksAssets) tell({ kind: 'failed', pages: [] });
  else tell({ kind: hasFailed || total === 0 ? 'failed' : 'done', pages });
}

function order(total: number, first: readonly number[]): readonly number[] {
  const known = first.filter((page) => page >= 1 && page <= total);
  return [...new Set([...known, ...Array.from({ length: total }, (_, index) => index + 1)])];
}
