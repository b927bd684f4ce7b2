import { useEffect, useState } from 'react';
import { foregroundPriority } from '../../visual-diff/foreground-priority.ts';
import { useDiffs } from '../../visual-diff/use-proofs.ts';
import type { FileDetails } from '../receipt.ts';

export type InsightState =
  | { readonly kind: 'reading' }
  | { readonly kind: 'known'; readonly insight: FileDetails }
  | { readonly kind: 'unreadable' };

/**
 * Inspects both files in a worker, one after the other, so that another worker is free for this page's sliders, and
 * only while those are not used.
 */
export function useFileDetails(before: Blob, after: Blob, password: string | undefined): InsightState {
  const { coreQueries } = useDiffs();
  const [state, setState] = useState<InsightState>({ kind: 'reading' });
  useEffect(() => {
    let isWanted = true;
    setState({ kind: 'reading' });
    const read = async () => {
      const first = await coreQueries.inspect(before, password);
      await foregroundPriority.whenIdle();
      if (!isWanted) return;
      const second = await coreQueries.inspect(after, password);
      if (!isWanted) return;
      const isKnown = first !== null && second !== null;
      setState(
        isKnown ? { kind: 'known', insight: { before: first, after: second } } : { kind: 'unreadable' },
      );
    };
    void read();
    return () => {
      isWanted = false;
    };
  }, [before, after, password, coreQueries]);
  return state;
}
