import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { words } from '../../text/dashboard/general.ts';
import { words as keyWords } from '../../text/dashboard/keys.ts';
import { api, isSignedOut } from '../api.ts';
import type { SessionResponse } from '../api-types.ts';
import { InlineAlert } from '../InlineAlert.tsx';
import { PageTitle } from '../PageTitle.tsx';
import { becomeSession } from '../session.ts';
import { Form, PasswordField } from '../sign-in/fields.tsx';
import { SignInAgain } from '../sign-in/SignInAgain.tsx';
import { SecondStep } from '../two-factor/SecondStep.tsx';
import { useSubmit } from '../use-submit.ts';

const { account } = words;

export function AccountPage({ email }: { readonly email: string }) {
  return (
    <>
      <PageTitle
        title={words.pages.account}
        lead={
          <>
            {account.lead} <b>{email}</b>.
          </>
        }
      />
      <div className="stack apart">
        <ChangePassword email={email} />
        <SecondStep />
        <SignOut />
      </div>
    </>
  );
}

function ChangePassword({ email }: { readonly email: string }) {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [isDone, setIsDone] = useState(false);
  const { send, isBusy, error, reset } = useSubmit(api.changePassword, () => {
    setCurrent('');
    setNext('');
    setIsDone(true);
  });
  const submit = () => {
    setIsDone(false);
    send({ current, next });
  };
  const isEnded = isSignedOut(error);
  const wrong = error?.code === 'wrong_password' ? error.message : error?.fields.get('current');
  return (
    <section className="panel pad narrow" aria-labelledby="change-password">
      <h2 id="change-password">{account.password}</h2>
      <p className="hint">{account.passwordText}</p>
      <Form error={isEnded ? null : error} onSubmit={submit}>
        {isDone && <InlineAlert tone="good">{account.done}</InlineAlert>}
        {/* Tells password managers whose password changes. */}
        <input
          className="sr"
          type="email"
          autoComplete="username"
          value={email}
          readOnly
          tabIndex={-1}
          aria-hidden
        />
        <PasswordField
          label={account.current}
          autoComplete="current-password"
          value={current}
          onChange={setCurrent}
          fault={wrong}
        />
        <PasswordField
          label={account.next}
          hint={words.fields.newPasswordHint}
          autoComplete="new-password"
          value={next}
          onChange={setNext}
          fault={error?.fields.get('next')}
        />
        <div className="row">
          <button type="submit" className="btn main" aria-disabled={isBusy}>
            {account.submit}
          </button>
        </div>
      </Form>
      <SignInAgain isOpen={isEnded} onClose={reset} onSignedIn={submit} />
    </section>
  );
}

function SignOut() {
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const leave = (session: SessionResponse) => {
    queries.clear();
    becomeSession({ kind: 'known', ...session });
    navigate('/sign-in');
  };
  const here = useSubmit<void, SessionResponse>(api.signOut, leave);
  const everywhere = useSubmit<void, SessionResponse>(api.signOutEverywhere, leave);
  const error = here.error ?? everywhere.error;
  return (
    <section className="panel pad narrow stack" aria-labelledby="this-session">
      <div>
        <h2 id="this-session">{account.signOutTitle}</h2>
        <p className="hint">{account.signOutText}</p>
      </div>
      {error !== null && <InlineAlert tone="bad">{error.message}</InlineAlert>}
      <div className="row">
        <button type="button" className="btn" aria-disabled={here.isBusy} onClick={() => here.send()}>
          {account.signOut}
        </button>
      </div>
      <p className="hint">{keyWords.everywhere.text}</p>
      <div className="row">
        <button
          type="button"
          className="btn"
          aria-disabled={everywhere.isBusy}
          onClick={() => everywhere.send()}
        >
          {keyWords.everywhere.submit}
        </button>
      </div>
    </section>
  );
}
