import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { EMAIL, refused, renderDashboard } from '../../testing/dashboard.tsx';
import { textOf } from '../../testing/render.tsx';
import { currentSession } from '../session.ts';
import { SignInForm } from './SignInForm.tsx';

const session = { isSetUp: true, email: EMAIL, role: 'owner' };

function form(answer: unknown) {
  let isIn = false;
  const onSignedIn = () => {
    isIn = true;
  };
  const rendered = renderDashboard(<SignInForm onSignedIn={onSignedIn} />, { 'POST sign-in': answer });
  return { ...rendered, isIn: () => isIn };
}

async function type(user: ReturnType<typeof form>['user']) {
  await user.type(screen.getByLabelText('Email'), EMAIL);
  await user.type(screen.getByLabelText('Password'), 'a sentence{Enter}');
}

test('email and password sign in', async () => {
  const { user, isIn, sent } = form(session);
  await type(user);
  await waitFor(() => expect(isIn()).toBe(true));
  expect(sent()).toEqual([['POST sign-in', { email: EMAIL, password: 'a sentence' }]]);
  expect(currentSession()).toMatchObject({ kind: 'known', email: EMAIL });
});

test('a refusal is told above the form, which keeps its fields', async () => {
  const { user, isIn } = form(refused(401, 'wrong_credentials'));
  await type(user);
  expect(textOf(await screen.findByRole('alert'))).toContain('That email and password don’t match.');
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('a sentence');
  expect(isIn()).toBe(false);
});

test('a second step asks for a code with the focus, and a wrong code says so beside it', async () => {
  const { user, isIn, answer, sent } = form(refused(401, 'two_factor_required'));
  await type(user);
  const code = await screen.findByLabelText('Code from your app');
  expect(document.activeElement).toBe(code);
  expect(screen.queryByRole('alert')).toBeNull();
  answer('POST sign-in', refused(401, 'invalid_code'));
  await user.type(code, '000000{Enter}');
  await waitFor(() => expect(code.getAttribute('aria-invalid')).toBe('true'));
  expect(textOf(document.getElementById(code.getAttribute('aria-describedby') ?? '')!)).toMatch(/wrong/);
  answer('POST sign-in', session);
  await user.clear(code);
  await user.type(code, '123456{Enter}');
  await waitFor(() => expect(isIn()).toBe(true));
  expect(sent().at(-1)).toEqual(['POST sign-in', { email: EMAIL, password: 'a sentence', code: '123456' }]);
});
