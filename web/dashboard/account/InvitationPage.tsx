import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { words as general } from '../../text/dashboard/general.ts';
import { words } from '../../text/dashboard/people.ts';
import { api } from '../api.ts';
import type { InvitationResponse } from '../api-types.ts';
import { InlineAlert } from '../InlineAlert.tsx';
import { useNamedPage } from '../PageTitle.tsx';
import { becomeSession } from '../session.ts';
import { EmailField, Form, PasswordField } from '../sign-in/fields.tsx';
import { useSubmit } from '../use-submit.ts';

const { invitation: text } = words;

/** Lets the recipient of an invitation choose a password, which signs them in. */
export function InvitationPage() {
  const heading = useNamedPage(text.title);
  const [token] = useState(() => new URLSearchParams(location.search).get('token') ?? '');
  const { data, error } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => api.invitation(token),
    enabled: token !== '',
    refetchInterval: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

  // Removes the token from the browser's history.
  useEffect(() => {
    if (location.search !== '') history.replaceState(history.state, '', '/invitation');
  }, []);

  const fault = token === '' ? text.broken : error?.message;
  return (
    <div className="gate">
      <div className="stack">
        <h1 ref={heading} tabIndex={-1}>
          {text.title}
        </h1>
        {data !== undefined && (
          <>
            <p className="gate-lead">{text.lead(data.invitedBy)}</p>
            <p className="hint">
              {text.may}: {words.rolesText[data.role]}
            </p>
          </>
        )}
      </div>
      {fault !== undefined && <InlineAlert tone="bad">{fault}</InlineAlert>}
      {data !== undefined && <AcceptForm token={token} invitation={data} />}
    </div>
  );
}

function AcceptForm({
  token,
  invitation,
}: {
  readonly token: string;
  readonly invitation: InvitationResponse;
}) {
  const [password, setPassword] = useState('');
  const queries = useQueryClient();
  const { send, isBusy, error } = useSubmit(api.acceptInvitation, (session) => {
    queries.clear();
    becomeSession({ kind: 'known', ...session });
    navigate('/dashboard/keys', { replace: true });
  });
  return (
    <Form className="panel stack" label={text.title} error={error} onSubmit={() => send({ token, password })}>
      <p className="hint">{text.choose}</p>
      <EmailField readOnly value={invitation.email} onChange={() => undefined} />
      <PasswordField
        label={general.fields.password}
        hint={general.fields.newPasswordHint}
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
        fault={error?.fields.get('password')}
      />
      <button type="submit" className="btn main wide" aria-disabled={isBusy}>
        {text.submit}
      </button>
    </Form>
  );
}
