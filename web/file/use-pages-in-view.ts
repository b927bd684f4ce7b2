import { type RefObject, useEffect, useReducer, useState } from 'react';
import type { Job, Result } from '../jobs/job.ts';
import { type FirstTry, separationAsked } from '../scans/mrc-requests.ts';
import { type DiffState, type PageDiff, pagesOf, worstPage } from '../visual-diff/proof.ts';
import { useProof } from '../visual-diff/use-proofs.ts';
import {
  type CompareEvent,
  type CompareState,
  compareReducer,
  initialCompareState,
  keepLook,
} from './compare/compare-state.ts';
import { type OpenSession, useSession } from './compare/use-session.ts';
import { type Live, useLivePreview } from './live-preview/use-live.ts';

/** The pages of both files, and what of them the user looks at. */
export interface PagesInView {
  readonly open: OpenSession;
  /** Opens the files again after a failure. */
  readonly retry: () => void;
  readonly proof: DiffState;
  readonly pages: readonly PageDiff[];
  readonly worst: PageDiff | undefined;
  readonly look: CompareState;
  readonly tell: (event: CompareEvent) => void;
  /** Tries other settings on the page in view. */
  readonly live: Live;
}

/** @param first pages to compare before the others */
export function usePagesInView(
  job: Job,
  { report, blob }: Result,
  first: RefObject<readonly number[]>,
): PagesInView {
  const [attempt, setAttempt] = useState(1);
  const isCompared = !report.unchanged;
  const compared = isCompared ? { before: job.file, after: blob, password: job.password } : null;
  const open = useSession(compared, attempt, first);
  const proof = useProof(blob);
  const pages = pagesOf(proof);
  const worst = worstPage(pages);
  const [asked] = useState(() => separationAsked(job));
  const [look, tell] = useReducer(compareReducer, asked, lookAt);
  const live = useLivePreview(job, look.page, asked);
  const { prepare } = live;
  // Prepares other pages when the pointer approaches a slider.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each file
  useEffect(() => {
    // Before both files are read for the receipt: a slider may move at once, while the receipt can wait.
    if (isCompared) prepare();
  }, [isCompared]);
  useEffect(() => keepLook(look), [look]);
  useEffect(() => {
    if (worst !== undefined) tell({ type: 'worst-found', page: worst.page, spot: worst.worstSpot });
  }, [worst]);
  return { open, retry: () => setAttempt(attempt + 1), proof, pages, worst, look, tell, live };
}

/** Reuses the previous file's view, at the previewed page if there is one. */
function lookAt(asked: FirstTry | null): CompareState {
  const look = initialCompareState();
  return asked === null ? look : { ...look, page: asked.page, followsWorst: false };
}
