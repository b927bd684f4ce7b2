import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { EMAIL, refused, renderDashboard } from '../../testing/dashboard.tsx';
import { textOf } from '../../testing/render.tsx';
import { currentSession } from '../session.ts';
import { AccountPage } from './AccountPage.tsx';

const OUT = { isSetUp: true, email: null, role: null };
const page = (answers: object) =>
  renderDashboard(
    <AccountPage email={EMAIL} />,
    { 'GET second-factor': { recoveryCodesLeft: null }, ...answers },
    '/dashboard/account',
  );

test('a wrong current password says so beside its field; the right one changes it', async () => {
  const { user, answer, sent } = page({ 'POST password': refused(400, 'wrong_password') });
  const current = screen.getByLabelText<HTMLInputElement>('Current password');
  await user.type(current, 'not the sentence');
  await user.type(screen.getByLabelText('New password'), 'another sentence{Enter}');
  await waitFor(() => expect(current.getAttribute('aria-invalid')).toBe('true'));
  expect(textOf(document.getElementById(current.getAttribute('aria-describedby') ?? '')!)).toMatch(
    /not your current password/,
  );
  answer('POST password', { isSetUp: true, email: EMAIL, role: 'owner' });
  await user.clear(current);
  await user.type(current, 'a short sentence{Enter}');
  expect(await screen.findByText('Password changed.', { exact: false })).toBeDefined();
  expect(current.value).toBe('');
  expect(sent().at(-1)).toEqual(['POST password', { current: 'a short sentence', next: 'another sentence' }]);
});

test.each([
  ['Sign out', 'POST sign-out'],
  ['Sign out everywhere', 'POST sign-out-everywhere'],
])('%s leads to the sign-in page', async (button, request) => {
  const { user, sent } = page({ [request]: OUT });
  await user.click(screen.getByRole('button', { name: button }));
  await waitFor(() => expect(location.pathname).toBe('/sign-in'));
  expect(sent().map(([what]) => what)).toEqual([request]);
  expect(currentSession()).toMatchObject({ email: null });
});
