import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { becomeSession } from '../../app/session.ts';
import { words } from '../../text/dashboard.ts';
import { api } from '../api.ts';
import { useSubmit } from '../use-submit.ts';
import { Field, Form, PasswordField } from './fields.tsx';

/** Email and password, wherever somebody has to say who they are. */
export function SignInForm(props: {
  readonly email?: string;
  readonly className?: string;
  readonly onSignedIn: () => void;
  readonly children?: ReactNode;
}) {
  const [email, setEmail] = useState(props.email ?? '');
  const [password, setPassword] = useState('');
  const queries = useQueryClient();
  const { send, isBusy, error } = useSubmit(api.signIn, (session) => {
    becomeSession({ kind: 'known', ...session });
    void queries.invalidateQueries();
    props.onSignedIn();
  });
  return (
    <Form
      className={props.className ?? 'stack'}
      label={words.signIn.title}
      error={error}
      onSubmit={() => send({ email, password })}
    >
      <Field
        label={words.fields.email}
        type="email"
        autoComplete="username"
        value={email}
        onChange={setEmail}
        fault={error?.fields.get('email')}
      />
      <PasswordField
        label={words.fields.password}
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        fault={error?.fields.get('password')}
      />
      <button type="submit" className="btn main wide" aria-disabled={isBusy}>
        {words.signIn.submit}
      </button>
      {props.children}
    </Form>
  );
}
