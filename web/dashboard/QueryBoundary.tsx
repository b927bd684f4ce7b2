import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import { words } from '../text/dashboard/general.ts';
import { isSignedOut } from './api.ts';
import { InlineAlert } from './InlineAlert.tsx';
import { RequestId } from './RequestId.tsx';

/**
 * Renders a query's data, loading state or error. If a refetch fails, existing data stays with a note, since a form may
 * be open above it.
 */
export function QueryBoundary<Data>(props: {
  readonly query: UseQueryResult<Data>;
  readonly children: (data: Data) => ReactNode;
}) {
  const { data, error, refetch } = props.query;
  const [path] = useLocation();
  const toSignIn = `/sign-in?next=${path}`;
  if (data === undefined) {
    if (error === null)
      return (
        <p className="sr" role="status">
          {words.loading}
        </p>
      );
    if (isSignedOut(error)) return <Redirect to={toSignIn} replace />;
    return (
      <div className="stack">
        <InlineAlert tone="bad">
          {error.message} <RequestId error={error} />
        </InlineAlert>
        <div className="row">
          <button type="button" className="btn" onClick={() => void refetch()}>
            {words.tryAgain}
          </button>
        </div>
      </div>
    );
  }
  return (
    <>
      {error !== null && (
        <InlineAlert tone={isSignedOut(error) ? 'warn' : 'bad'}>
          {isSignedOut(error) ? (
            <>
              {words.signIn.endedNote} <Link href={toSignIn}>{words.signIn.endedLink}</Link>
            </>
          ) : (
            <>
              {error.message} <RequestId error={error} />
            </>
          )}
        </InlineAlert>
      )}
      {props.children(data)}
    </>
  );
}
