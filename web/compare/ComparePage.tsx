import '../file/file.css';
import '../file/receipt.css';
import './compare.css';
import { useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useDropAndPaste } from '../compress/use-incoming.ts';
import { compareWords } from '../text/comparison/verification.ts';
import type { PairRequest } from '../worker/wire.ts';
import { ComparedPages } from './ComparedPages.tsx';
import { FileSlots } from './FileSlots.tsx';
import { NO_PAIR, pairReducer } from './pair.ts';
import { ReceiptSlot } from './ReceiptSlip.tsx';
import { usePageScores } from './use-page-scores.ts';
import { useReceiptCheck, useReceiptFile } from './use-receipt-check.ts';
import { useVerification } from './use-verification.ts';
import { Verdict } from './Verdict.tsx';
import { WaitingPanel } from './WaitingPanel.tsx';

/** Compares any two PDFs page by page. Starts as soon as both are chosen. */
export default function ComparePage() {
  const [pair, tell] = useReducer(pairReducer, NO_PAIR);
  const [password, setPassword] = useState<string>();
  const { before, after } = pair;
  const request = useMemo<PairRequest | null>(
    () =>
      before === null || after === null
        ? null
        : { before, after, ...(password === undefined ? {} : { password }) },
    [before, after, password],
  );
  const hovering = useDropAndPaste(
    (given) =>
      void given.then((files) => tell({ type: 'files-given', files: files.map(({ file }) => file) })),
    () => undefined,
  );
  const state = useVerification(request);
  const verification = state.kind === 'known' ? state.verification : null;
  const given = useReceiptFile(pair.receipt);
  // Sequentially: both need much memory.
  const receipt = verification !== null && given?.kind === 'read' ? given.receipt : null;
  const seal = useReceiptCheck(request, receipt);
  const { open, proof } = usePageScores(request, verification?.pages ?? null);
  const [page, setPage] = useState<number | null>(null);
  useHead();

  return (
    <div className={hovering ? 'comparing dropping' : 'comparing'}>
      <div className="compare-head">
        <h1>{compareWords.title}</h1>
        <p className="soft">{hovering ? compareWords.dropping : compareWords.sentence}</p>
      </div>
      <FileSlots pair={pair} verification={verification} tell={tell} />
      <ReceiptSlot
        file={pair.receipt}
        given={given}
        onFiles={(files) => tell({ type: 'files-given', files })}
        onRemove={() => tell({ type: 'receipt-removed' })}
      />
      {verification === null ? (
        <WaitingPanel state={state} wasGiven={password !== undefined} onPassword={setPassword} />
      ) : (
        <Verdict
          verification={verification}
          proof={proof}
          seal={seal}
          afterName={after?.name ?? ''}
          isLooking={page !== null}
          onLook={(wanted) => setPage(wanted)}
        />
      )}
      {page !== null && open.kind === 'open' && (
        <ComparedPages session={open.session} proof={proof} page={page} />
      )}
    </div>
  );
}

/** Sets the document title, and scrolls to the top after navigation. */
function useHead(): void {
  const isFirst = useRef(true);
  useEffect(() => {
    document.title = `${compareWords.title} · Pagelight`;
    if (isFirst.current) scrollTo(0, 0);
    isFirst.current = false;
  }, []);
}
