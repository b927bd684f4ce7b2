import { Link, useLocation } from 'wouter';
import { words } from '../../text/dashboard/general.ts';
import { useNamedPage } from '../PageTitle.tsx';
import { SignInForm } from '../sign-in/SignInForm.tsx';

/** Returns to the page that required a session. */
export function SignInPage() {
  const heading = useNamedPage(words.signIn.title);
  const [, navigate] = useLocation();
  return (
    <div className="gate">
      <div className="stack">
        <h1 ref={heading} tabIndex={-1}>
          {words.signIn.title}
        </h1>
        <p className="gate-lead">
          {words.signIn.leadBefore} <Link href="/">{words.signIn.leadLink}</Link>.
        </p>
      </div>
      <SignInForm className="panel stack" onSignedIn={() => navigate(nextPage(), { replace: true })}>
        <p className="hint">
          {words.signIn.forgot} <code>{words.signIn.forgotCommand}</code>
        </p>
      </SignInForm>
    </div>
  );
}

/** Only pages of the dashboard: prevents open redirects. */
function nextPage(): string {
  const next = new URLSearchParams(location.search).get('next') ?? '';
  return /^\/dashboard\/[a-z-]+$/.test(next) ? next : '/dashboard/keys';
}
