import { useEffect, useState } from 'react';
import type { VerifiedPage } from '../../shared/index.ts';
import type { OpenSession } from '../file/compare/use-session.ts';
import { type DiffState, NOT_COMPARED } from '../visual-diff/proof.ts';
import { DiffStore } from '../visual-diff/proof-store.ts';
import { compareAllPages } from '../visual-diff/prove.ts';
import { RenderSession, SessionError } from '../visual-diff/session.ts';
import { useDiffs } from '../visual-diff/use-proofs.ts';
import type { PairRequest } from '../worker/wire.ts';

export interface PageScores {
  readonly open: OpenSession;
  readonly proof: DiffState;
}

/**
 * Opens both documents and compares the renders of each page with those of its counterpart in the verification. Null:
 * there is nothing to render yet.
 */
export function usePageScores(
  request: PairRequest | null,
  pages: readonly VerifiedPage[] | null,
): PageScores {
  const proofs = useDiffs();
  const [open, setOpen] = useState<OpenSession>({ kind: 'opening' });
  const [proof, setProof] = useState<DiffState>(NOT_COMPARED);
  useEffect(() => {
    setOpen({ kind: 'opening' });
    setProof(NOT_COMPARED);
    if (request === null || pages === null) return;
    const letGo = proofs.background.hold();
    const ended = new AbortController();
    const store = new DiffStore();
    const unsubscribe = store.subscribe(() => setProof(store.of(request.after)));
    let session: RenderSession | undefined;
    RenderSession.open({ ...request, findsSpots: true }, proofs.source, 'may-fetch', ended.signal).then(
      (opened) => {
        if (ended.signal.aborted) return opened.end();
        session = opened;
        setOpen({ kind: 'open', session });
        void compareAllPages(request.after, paired(opened, pages), store);
      },
      (thrown: unknown) => {
        if (ended.signal.aborted) return;
        const problem = thrown instanceof SessionError ? thrown.problem : 'worker-died';
        setOpen({ kind: 'failed', problem });
      },
    );
    return () => {
      unsubscribe();
      ended.abort();
      session?.end();
      letGo();
    };
  }, [request, pages, proofs]);
  return { open, proof };
}

/** The pages that both documents have, each with its counterpart. */
function paired(
  session: RenderSession,
  pages: readonly VerifiedPage[],
): Parameters<typeof compareAllPages>[1] {
  const partners = new Map(pages.map(({ page, after }) => [page, after]));
  return {
    pages: pages.length,
    get lacksAssets() {
      return session.lacksAssets;
    },
    compare(page) {
      const partner = partners.get(page) ?? null;
      // A removed page is not a rendering error, and has no score.
      return partner === null
        ? Promise.reject(new Error('the page is gone'))
        : session.compare(page, partner);
    },
  };
}
