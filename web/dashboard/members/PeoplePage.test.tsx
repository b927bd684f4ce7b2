import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { EMAIL, inDays, NOW, refused, renderDashboard } from '../../testing/dashboard.tsx';
import { textOf } from '../../testing/render.tsx';
import { PeoplePage } from './PeoplePage.tsx';

const MINA = 'mina@northquay.example';
const person = (id: string, email: string, role: string) => ({
  id,
  email,
  role,
  createdAt: NOW,
  signedInAt: null,
  hasSecondFactor: id === 'p2',
});
const invitation = {
  id: 'i1',
  email: MINA,
  role: 'member',
  invitedBy: EMAIL,
  createdAt: NOW,
  expiresAt: inDays(7),
};

function page(
  parts: { invitations?: readonly object[]; isAlone?: boolean; role?: 'owner' | 'viewer' } = {},
  more = {},
) {
  const { invitations = [], isAlone = false, role = 'owner' } = parts;
  const people = [person('p1', EMAIL, role), ...(isAlone ? [] : [person('p2', MINA, 'member')])];
  const answers = {
    'GET people': { now: NOW, people, invitations },
    'GET keys': { now: NOW, keys: [] },
    ...more,
  };
  return renderDashboard(<PeoplePage email={EMAIL} role={role} />, answers, '/dashboard/people');
}

test('members say who they are, and whether they sign in with two steps', async () => {
  page();
  expect(textOf(await screen.findByRole('row', { name: new RegExp(EMAIL) }))).toContain('You');
  expect(textOf(screen.getByRole('row', { name: new RegExp(MINA) }))).toContain('On');
  expect(screen.queryByRole('button', { name: `Actions ${EMAIL}` })).toBeNull();
});

test('somebody is invited with a link that only its own button closes', async () => {
  const { user, sent, answer } = page({ isAlone: true }, { 'POST invitations': refused(409, 'email_taken') });
  await user.click(await screen.findByRole('button', { name: 'Invite' }));
  const dialog = await screen.findByRole('dialog', { name: 'Invite someone' });
  const email = within(dialog).getByLabelText('Email');
  await user.type(email, EMAIL);
  await user.click(within(dialog).getByLabelText(/^Viewer/));
  await user.click(within(dialog).getByRole('button', { name: 'Create link' }));
  await waitFor(() => expect(email.getAttribute('aria-invalid')).toBe('true'));
  expect(textOf(document.getElementById(email.getAttribute('aria-describedby') ?? '')!)).toMatch(
    /already belongs to a member/,
  );
  answer('POST invitations', { token: 'a-token', invitation });
  await user.clear(email);
  await user.type(email, `${MINA}{Enter}`);
  const made = await screen.findByRole('alertdialog', { name: `Send this link to ${MINA}` });
  expect(textOf(made)).toContain(`${location.origin}/invitation?token=a-token`);
  await user.keyboard('{Escape}');
  await user.click(within(made).getByRole('button', { name: 'I have copied it' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(sent().at(-1)).toEqual(['POST invitations', { email: MINA, role: 'viewer' }]);
});

test('an invitation is taken back after a question', async () => {
  const { user, sent } = page(
    { invitations: [invitation], isAlone: true },
    { 'POST invitations/i1/revoke': undefined },
  );
  await user.click(await screen.findByRole('button', { name: `Revoke ${MINA}` }));
  const question = await screen.findByRole('alertdialog');
  await user.click(within(question).getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(sent()).toEqual([['POST invitations/i1/revoke', {}]]));
});

test('a member is removed after a question, whose safe answer has the focus', async () => {
  const { user, sent } = page({}, { 'POST people/p2/remove': undefined });
  await user.click(await screen.findByRole('button', { name: `Actions ${MINA}` }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
  const question = await screen.findByRole('alertdialog', { name: `Remove ${MINA}?` });
  await waitFor(() =>
    expect(document.activeElement).toBe(within(question).getByRole('button', { name: 'Cancel' })),
  );
  await user.click(within(question).getByRole('checkbox'));
  await user.click(within(question).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(sent()).toEqual([['POST people/p2/remove', { revokeKeys: true }]]));
});

test('a role is changed', async () => {
  const { user, sent } = page({}, { 'POST people/p2/role': undefined });
  await user.click(await screen.findByRole('button', { name: `Change ${MINA}` }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByLabelText(/^Viewer/));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent()).toEqual([['POST people/p2/role', { role: 'viewer' }]]));
});

test('a viewer finds nothing to change', async () => {
  page({ role: 'viewer' });
  await screen.findByRole('row', { name: new RegExp(MINA) });
  expect(screen.queryByRole('button', { name: /Invite|Remove|Change|Actions/ })).toBeNull();
});
