import { useEffect, useState } from 'react';
import type { ReadReceipt, ReceiptVerdict } from '../../shared/index.ts';
import { readReceipt } from '../../shared/receipt/read-receipt.ts';
import { useDiffs } from '../visual-diff/use-proofs.ts';
import type { PairRequest } from '../worker/wire.ts';

/** A parsed receipt file. */
export type GivenReceipt =
  | { readonly kind: 'read'; readonly receipt: ReadReceipt }
  | { readonly kind: 'unreadable' };

/** Null if there is none, or while it is being read. */
export function useReceiptFile(file: File | null): GivenReceipt | null {
  const [given, setGiven] = useState<GivenReceipt | null>(null);
  useEffect(() => {
    let isWanted = true;
    setGiven(null);
    if (file === null) return;
    file.text().then(
      (text) => {
        const receipt = readReceipt(text);
        if (isWanted) setGiven(receipt === null ? { kind: 'unreadable' } : { kind: 'read', receipt });
      },
      () => {
        if (isWanted) setGiven({ kind: 'unreadable' });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [file]);
  return given;
}

export type ReceiptCheckState =
  | { readonly kind: 'none' }
  | { readonly kind: 'checking' }
  | { readonly kind: 'checked'; readonly verdict: ReceiptVerdict }
  | { readonly kind: 'failed' };

/** Reproduces the receipt's output in a worker, once both files are read. */
export function useReceiptCheck(request: PairRequest | null, receipt: ReadReceipt | null): ReceiptCheckState {
  const { coreQueries } = useDiffs();
  const [state, setState] = useState<ReceiptCheckState>({ kind: 'none' });
  useEffect(() => {
    if (request === null || receipt === null) {
      setState({ kind: 'none' });
      return;
    }
    setState({ kind: 'checking' });
    const task = coreQueries.checkReceipt({ ...request, receipt });
    void task.outcome.then((end) => {
      if (end.kind === 'finished') setState({ kind: 'checked', verdict: end.value });
      else if (end.kind === 'failed') setState({ kind: 'failed' });
    });
    return () => task.cancel();
  }, [request, receipt, coreQueries]);
  return state;
}
