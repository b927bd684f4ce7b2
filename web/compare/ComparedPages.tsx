import { useEffect, useReducer } from 'react';
import { Compare } from '../file/compare/Compare.tsx';
import { FIRST_LOOK, lookReducer } from '../file/compare/look.ts';
import { type ProofState, pagesOf, worstPage } from '../proof/proof.ts';
import type { ProofSession } from '../proof/session.ts';
import { fileWords } from '../text/file.ts';

/** Both documents to be looked at, from the page that was chosen on. */
export function ComparedPages(props: {
  readonly session: ProofSession;
  readonly proof: ProofState;
  readonly page: number;
}) {
  const { session, proof, page } = props;
  const [look, tell] = useReducer(lookReducer, { ...FIRST_LOOK, page, followsWorst: false });
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
