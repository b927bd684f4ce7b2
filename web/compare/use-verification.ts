import { useEffect, useState } from 'react';
import type { Verification } from '../../shared/index.ts';
import { useDiffs } from '../visual-diff/use-proofs.ts';
import type { JobProblem } from '../worker/problem.ts';
import type { PairRequest } from '../worker/wire.ts';

export type VerificationState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'reading'; readonly done: number; readonly total: number }
  | { readonly kind: 'known'; readonly verification: Verification }
  | { readonly kind: 'failed'; readonly problem: JobProblem };

/** Compares two files in a worker, until the files change. Null: there are not two yet. */
export function useVerification(request: PairRequest | null): VerificationState {
  const { coreQueries } = useDiffs();
  const [state, setState] = useState<VerificationState>({ kind: 'waiting' });
  useEffect(() => {
    if (request === null) {
      setState({ kind: 'waiting' });
      return;
    }
    setState({ kind: 'reading', done: 0, total: 0 });
    const task = coreQueries.verify(request, (done, total) => setState({ kind: 'reading', done, total }));
    void task.outcome.then((end) => {
      if (end.kind === 'finished') setState({ kind: 'known', verification: end.value });
      else if (end.kind === 'failed') setState({ kind: 'failed', problem: end.problem });
    });
    return () => task.cancel();
  }, [request, coreQueries]);
  return state;
}
