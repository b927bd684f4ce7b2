import { useEffect, useReducer } from 'react';
import { Compare } from '../file/compare/Compare.tsx';
import { compareReducer, INITIAL_COMPARE_STATE } from '../file/compare/compare-state.ts';
import { fileWords } from '../text/file.ts';
import { type DiffState, pagesOf, worstPage } from '../visual-diff/proof.ts';
import type { RenderSession } from '../visual-diff/session.ts';

/** Shows both documents, starting at the chosen page. */
export function ComparedPages(props: {
  readonly session: RenderSession;
  readonly proof: DiffState;
  readonly page: number;
}) {
  const { session, proof, page } = props;
  const [look, tell] = useReducer(compareReducer, { ...INITIAL_COMPARE_STATE, page, followsWorst: false });
  useEffect(() => tell({ type: 'page-chosen', page }), [page]);
  const pages = pagesOf(proof);
  const worst = worstPage(pages);
  return (
    <section className="compared-pages" aria-label={fileWords.compare.title}>
      <Compare
        session={session}
        look={look}
        tell={tell}
        proofs={new Map(pages.map((proved) => [proved.page, proved]))}
        lowest={worst !== undefined && worst.similarity < 1 ? worst.page : undefined}
      />
    </section>
  );
}
