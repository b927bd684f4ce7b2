import { useEffect, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { words } from '../../text/dashboard/general.ts';
import { api } from '../api.ts';
import { useNamedPage } from '../PageTitle.tsx';
import { becomeSession } from '../session.ts';
import { EmailField, Field, Form, PasswordField } from '../sign-in/fields.tsx';
import { useSubmit } from '../use-submit.ts';

/** Creates the first account with the code that only the operator of the server has seen. */
export function SetUpPage() {
  const heading = useNamedPage(words.setUp.title);
  const [code, setCode] = useState(() => new URLSearchParams(location.search).get('token') ?? '');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const { send, isBusy, error } = useSubmit(api.setUp, (session) => {
    becomeSession({ kind: 'known', ...session });
    navigate('/dashboard/keys', { replace: true });
  });

  // Removes the code from the browser's history.
  useEffect(() => {
    if (location.search !== '') history.replaceState(history.state, '', '/setup');
  }, []);

  return (
    <div className="gate">
      <div className="stack">
        <h1 ref={heading} tabIndex={-1}>
          {words.setUp.title}
        </h1>
        <p className="gate-lead">{words.setUp.lead}</p>
        <p className="hint">{words.setUp.hint}</p>
      </div>
      <Form
        className="panel stack"
        label={words.setUp.title}
        error={error}
        onSubmit={() => send({ code, email, password })}
      >
        <Field
          label={words.setUp.code}
          hint={words.setUp.codeHint}
          className="secret-input"
          autoComplete="off"
          spellCheck={false}
          value={code}
          onChange={setCode}
          fault={error?.fields.get('code')}
        />
        <EmailField value={email} onChange={setEmail} fault={error?.fields.get('email')} />
        <PasswordField
          label={words.fields.password}
          hint={words.fields.newPasswordHint}
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
          fault={error?.fields.get('password')}
        />
        <button type="submit" className="btn main wide" aria-disabled={isBusy}>
          {words.setUp.submit}
        </button>
      </Form>
    </div>
  );
}
