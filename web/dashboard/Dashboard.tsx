import './dashboard.css';
import './dialogs.css';
import './forms.css';
import './jobs.css';
import './tables.css';
import './usage.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Redirect, Route, Switch } from 'wouter';
import { words } from '../text/dashboard/general.ts';
import { useKeptFocus } from '../ui/use-kept-focus.ts';
import { AccountPage } from './account/AccountPage.tsx';
import { InvitationPage } from './account/InvitationPage.tsx';
import { SetUpPage } from './account/SetUpPage.tsx';
import { SignInPage } from './account/SignInPage.tsx';
import { DashboardError } from './api.ts';
import type { Role } from './api-types.ts';
import { AuditPage } from './audit/AuditPage.tsx';
import { EmptyState } from './EmptyState.tsx';
import { InlineAlert } from './InlineAlert.tsx';
import { JobPage } from './jobs/JobPage.tsx';
import { JobsPage } from './jobs/JobsPage.tsx';
import { KeysPage } from './keys/KeysPage.tsx';
import { QuickStartPage } from './keys/QuickStartPage.tsx';
import { PeoplePage } from './members/PeoplePage.tsx';
import { SideNav } from './SideNav.tsx';
import { loadSession, useSession } from './session.ts';
import { UsagePage } from './usage/UsagePage.tsx';

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // A refusal by the server is final; only a request that did not reach it is retried.
      retry: (count, error) => count < 2 && error instanceof DashboardError && error.code === 'unreachable',
      refetchInterval: (query) => (query.state.error === null ? 30_000 : false),
    },
  },
});

/** The dashboard, with its setup and sign-in pages. */
export default function Dashboard() {
  const session = useSession();
  useKeptFocus();
  if (session.kind === 'no-server') {
    return (
      <EmptyState title={words.noServer.title} text={words.noServer.text}>
        <a className="btn main" href="/">
          {words.noServer.back}
        </a>
      </EmptyState>
    );
  }
  // The session is known in a moment; a placeholder would only flicker.
  if (session.kind === 'unknown') return null;
  if (session.kind === 'unreachable') return <Unreachable />;
  return (
    <QueryClientProvider client={queries}>
      <Switch>
        <Route path="/setup">{session.isSetUp ? <Redirect to="/sign-in" replace /> : <SetUpPage />}</Route>
        <Route path="/sign-in">{session.isSetUp ? <SignInPage /> : <Redirect to="/setup" replace />}</Route>
        <Route path="/invitation" component={InvitationPage} />
        <Route>
          {session.email === null || session.role === null ? (
            <ToSignIn />
          ) : (
            <Pages email={session.email} role={session.role} />
          )}
        </Route>
      </Switch>
    </QueryClientProvider>
  );
}

function Unreachable() {
  return (
    <div className="stack narrow">
      <InlineAlert tone="bad">{words.unreachable}</InlineAlert>
      <div className="row">
        <button type="button" className="btn" onClick={() => void loadSession()}>
          {words.tryAgain}
        </button>
      </div>
    </div>
  );
}

function ToSignIn() {
  return <Redirect to={`/sign-in?next=${encodeURIComponent(location.pathname)}`} replace />;
}

function Pages({ email, role }: { readonly email: string; readonly role: Role }) {
  const seesAll = role !== 'member';
  return (
    <div className="dash">
      <SideNav role={role} />
      <div>
        <Switch>
          <Route path="/dashboard/keys">
            <KeysPage email={email} role={role} />
          </Route>
          <Route path="/dashboard/jobs" component={JobsPage} />
          <Route path="/dashboard/jobs/:id">
            {({ id }) => <JobPage key={id} id={id} mayChange={role !== 'viewer'} />}
          </Route>
          <Route path="/dashboard/usage" component={UsagePage} />
          {seesAll && (
            <Route path="/dashboard/people">
              <PeoplePage email={email} role={role} />
            </Route>
          )}
          {seesAll && <Route path="/dashboard/audit" component={AuditPage} />}
          <Route path="/dashboard/quick-start" component={QuickStartPage} />
          <Route path="/dashboard/account">
            <AccountPage email={email} />
          </Route>
          <Route>
            <Redirect to="/dashboard/keys" replace />
          </Route>
        </Switch>
      </div>
    </div>
  );
}
