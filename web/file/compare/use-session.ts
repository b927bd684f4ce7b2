import { type RefObject, useEffect, useState } from 'react';
import { compareAllPages } from '../../visual-diff/prove.ts';
import { RenderSession, SessionError, type SessionProblem } from '../../visual-diff/session.ts';
import { useDiffs } from '../../visual-diff/use-proofs.ts';

export type OpenSession =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly session: RenderSession }
  | { readonly kind: 'failed'; readonly problem: SessionProblem };

export interface Compared {
  readonly before: Blob;
  readonly after: Blob;
  readonly password: string | undefined;
}

/**
 * Keeps both documents open while the component is mounted, and compares their pages; does nothing if `compared` is
 * null. Background comparisons wait until it is unmounted.
 *
 * @param attempt another number retries
 * @param first pages to compare before the others
 */
export function useSession(
  compared: Compared | null,
  attempt: number,
  first: RefObject<readonly number[]>,
): OpenSession {
  const proofs = useDiffs();
  const [state, setState] = useState<OpenSession>({ kind: 'opening' });
  const before = compared?.before;
  const after = compared?.after;
  const password = compared?.password;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another session
  useEffect(() => {
    if (before === undefined || after === undefined) return;
    const letGo = proofs.background.hold();
    const ended = new AbortController();
    let session: RenderSession | undefined;
    setState({ kind: 'opening' });
    const request = { before, after, ...(password === undefined ? {} : { password }) };
    RenderSession.open(request, proofs.source, 'may-fetch', ended.signal).then(
      (opened) => {
        if (ended.signal.aborted) return opened.end();
        session = opened;
        setState({ kind: 'open', session });
        void compareAllPages(after, session, proofs.store, first.current);
      },
      (thrown: unknown) => {
        if (ended.signal.aborted) return;
        setState({
          kind: 'failed',
          problem: thrown instanceof SessionError ? thrown.problem : 'worker-died',
        });
      },
    );
    return () => {
      ended.abort();
      session?.end();
      letGo();
    };
  }, [before, after, password, proofs, attempt, first]);

  return state;
}
