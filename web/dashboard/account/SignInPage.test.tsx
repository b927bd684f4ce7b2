import { render, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { EMAIL, renderDashboard } from '../../testing/dashboard.tsx';
import { PageTitle } from '../PageTitle.tsx';
import { SignInPage } from './SignInPage.tsx';

// The first page of a process is announced by the browser and takes no focus; which test is first is chance.
beforeAll(() => render(<PageTitle title="Keys" />).unmount());

test.each([
  ['a page of the dashboard', '/dashboard/usage', '/dashboard/usage'],
  ['another site', 'https://evil.example/', '/dashboard/keys'],
  ['another site without a scheme', '//evil.example/dashboard/keys', '/dashboard/keys'],
  ['nothing', '', '/dashboard/keys'],
])('signing in leads back to where the user was, and never elsewhere: %s', async (_, next, path) => {
  const answers = { 'POST sign-in': { isSetUp: true, email: EMAIL, role: 'owner' } };
  const { user } = renderDashboard(<SignInPage />, answers, `/sign-in?next=${next}`);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Sign in' }));
  await user.type(screen.getByLabelText('Email'), EMAIL);
  await user.type(screen.getByLabelText('Password'), 'a short sentence{Enter}');
  await waitFor(() => expect(location.pathname).toBe(path));
});
