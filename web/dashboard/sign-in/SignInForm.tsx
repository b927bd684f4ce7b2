import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { words } from '../../text/dashboard/general.ts';
import { words as people } from '../../text/dashboard/people.ts';
import { api } from '../api.ts';
import { becomeSession } from '../session.ts';
import { useSubmit } from '../use-submit.ts';
import { EmailField, Field, Form, PasswordField } from './fields.tsx';

const { secondStep } = people;

/** Email and password, and a two-factor code if the server asks for one. */
export function SignInForm(props: {
  readonly email?: string;
  readonly className?: string;
  readonly onSignedIn: () => void;
  readonly children?: ReactNode;
}) {
  const [email, setEmail] = useState(props.email ?? '');
  const [password, setPassword] = useState('');
  const queries = useQueryClient();
  const [code, setCode] = useState('');
  const [asksCode, setAsksCode] = useState(false);
  const { send, isBusy, error } = useSubmit(api.signIn, (session) => {
    becomeSession({ kind: 'known', ...session });
    void queries.invalidateQueries();
    props.onSignedIn();
  });
  const isHalfWay = error?.code === 'two_factor_required';
  if (isHalfWay && !asksCode) setAsksCode(true);
  return (
    <Form
      className={props.className ?? 'stack'}
      label={words.signIn.title}
      error={isHalfWay && code === '' ? null : error}
      onSubmit={() => send({ email, password, ...(code === '' ? {} : { code }) })}
    >
      <EmailField value={email} onChange={setEmail} fault={error?.fields.get('email')} />
      <PasswordField
        label={words.fields.password}
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        fault={error?.fields.get('password')}
      />
      {asksCode && (
        <Field
          label={secondStep.signInCode}
          hint={secondStep.signInHint}
          autoComplete="one-time-code"
          spellCheck={false}
          autoFocus
          value={code}
          onChange={setCode}
          fault={error?.code === 'invalid_code' ? error.message : error?.fields.get('code')}
        />
      )}
      <button type="submit" className="btn main wide" aria-disabled={isBusy}>
        {words.signIn.submit}
      </button>
      {props.children}
    </Form>
  );
}
