import { useEffect, useState } from 'react';
import { useProofs } from '../../proof/use-proofs.ts';
import type { Insight } from '../receipt.ts';

export type InsightState =
  | { readonly kind: 'reading' }
  | { readonly kind: 'known'; readonly insight: Insight }
  | { readonly kind: 'unreadable' };

/** What is inside both files, read in a worker. */
export function useInsight(before: Blob, after: Blob, password: string | undefined): InsightState {
  const { insides } = useProofs();
  const [state, setState] = useState<InsightState>({ kind: 'reading' });
  useEffect(() => {
    let isWanted = true;
    setState({ kind: 'reading' });
    void Promise.all([insides.inspect(before, password), insides.inspect(after, password)]).then(
      ([first, second]) => {
        if (!isWanted) return;
        const isKnown = first !== null && second !== null;
        setState(
          isKnown ? { kind: 'known', insight: { before: first, after: second } } : { kind: 'unreadable' },
        );
      },
    );
    return () => {
      isWanted = false;
    };
  }, [before, after, password, insides]);
  return state;
}
