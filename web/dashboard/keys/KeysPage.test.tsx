import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { EMAIL, inDays, keyOf, NOW, refused, renderDashboard } from '../../testing/dashboard.tsx';
import { textOf } from '../../testing/render.tsx';
import { KeysPage } from './KeysPage.tsx';

const SECRET = 'pgl_live_a-secret-that-is-shown-once';
const page = (keys: readonly object[], role: 'owner' | 'viewer' = 'owner', more = {}) =>
  renderDashboard(<KeysPage email={EMAIL} role={role} />, {
    'GET keys': { now: NOW, keys },
    'GET people': { people: [], invitations: [] },
    ...more,
  });

test('without keys the first one is offered, but not to a viewer', async () => {
  const admin = page([]);
  expect(await screen.findByRole('heading', { name: 'No keys yet' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Create your first key' })).toBeDefined();
  admin.unmount();
  page([], 'viewer');
  expect(await screen.findByRole('heading', { name: 'No keys yet' })).toBeDefined();
  expect(screen.queryByRole('button', { name: /key/ })).toBeNull();
});

test('a new key is shown once, with a command that asks for it; only its button closes the dialog', async () => {
  const made = keyOf('k1', 'Newsletter builder');
  const { user, sent, answer, container } = page([], 'owner', { 'POST keys': { secret: SECRET, key: made } });
  await user.click(await screen.findByRole('button', { name: 'Create your first key' }));
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Newsletter builder');
  await user.click(screen.getByLabelText('1 year'));
  answer('GET keys', { now: NOW, keys: [made] });
  await user.click(screen.getByRole('button', { name: 'Create key' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Copy your key now' });
  expect(sent()).toMatchObject([
    ['POST keys', { name: 'Newsletter builder', scope: 'compress', limitPerMinute: 60 }],
  ]);
  expect(within(dialog).getAllByText(SECRET)).toBeDefined();
  await user.click(within(dialog).getByRole('tab', { name: 'PowerShell' }));
  expect(textOf(within(dialog).getByRole('tabpanel'))).toContain('$env:PAGELIGHT_KEY = Read-Host');
  expect(textOf(within(dialog).getByRole('tabpanel'))).not.toContain(SECRET);
  await user.keyboard('{Escape}');
  expect(screen.getByRole('alertdialog')).toBeDefined();
  await user.click(within(dialog).getByRole('button', { name: 'I have saved it' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  // It is kept nowhere, and the focus is at the key.
  const kept = [
    document.documentElement.outerHTML,
    location.href,
    { ...localStorage },
    { ...sessionStorage },
  ];
  expect(JSON.stringify(kept)).not.toContain(SECRET);
  expect(container.textContent).toContain('Newsletter builder');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Rename Newsletter builder' })),
  );
});

test('a key that may only inspect is tried with an inspection', async () => {
  const made = keyOf('k1', 'Archive', { scopes: ['inspect'] });
  const { user } = page([], 'owner', { 'POST keys': { secret: SECRET, key: made } });
  await user.click(await screen.findByRole('button', { name: 'Create your first key' }));
  await user.click(await screen.findByRole('button', { name: 'Create key' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(textOf(within(dialog).getByRole('tabpanel'))).toContain('/api/v1/inspect');
});

test('a refused field says why beside it, and what was filled in stays', async () => {
  const errors = [{ field: 'limitPerMinute', message: 'Use a whole number from 1 to 10,000.' }];
  const { user } = page([], 'owner', { 'POST keys': refused(400, 'invalid_parameter', errors) });
  await user.click(await screen.findByRole('button', { name: 'Create your first key' }));
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Night');
  await user.click(screen.getByLabelText('1 year'));
  const limit = screen.getByLabelText('Requests per minute');
  await user.clear(limit);
  await user.type(limit, '1.5');
  await user.click(screen.getByRole('button', { name: 'Create key' }));
  await waitFor(() => expect(limit.getAttribute('aria-invalid')).toBe('true'));
  expect(textOf(document.getElementById(limit.getAttribute('aria-describedby') ?? '')!)).toBe(
    errors[0]!.message,
  );
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Night');
  expect(screen.getByLabelText<HTMLInputElement>('1 year').checked).toBe(true);
});

test('a session that ended is asked for above the form, which is sent again by itself', async () => {
  const made = { secret: SECRET, key: keyOf('k1', 'After lunch') };
  const { user, sent, answer } = page([], 'owner', {
    'POST keys': refused(401, 'unauthenticated'),
    'POST sign-in': refused(401, 'wrong_credentials'),
  });
  await user.click(await screen.findByRole('button', { name: 'Create your first key' }));
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'After lunch');
  await user.click(screen.getByRole('button', { name: 'Create key' }));
  const again = await screen.findByRole('dialog', { name: 'Your session ended' });
  const email = within(again).getByLabelText<HTMLInputElement>('Email');
  expect(email.value).toBe(EMAIL);
  const password = within(again).getByLabelText('Password');
  await user.type(password, 'not the sentence{Enter}');
  expect(textOf(await within(again).findByRole('alert'))).toContain('That email and password don’t match.');
  answer('POST sign-in', { isSetUp: true, email: EMAIL, role: 'owner' });
  answer('POST keys', made);
  await user.clear(password);
  await user.type(password, 'a short sentence{Enter}');
  expect(await screen.findByRole('alertdialog', { name: 'Copy your key now' })).toBeDefined();
  expect(sent().at(-1)).toMatchObject(['POST keys', { name: 'After lunch' }]);
});

test('a name that is markup is a name', async () => {
  const name = '<img src=x onerror=alert(1)><script>alert(2)</script>';
  const { container } = page([keyOf('k1', name)]);
  expect((await screen.findAllByText(name)).length).toBeGreaterThan(0);
  expect(container.querySelector('img[src="x"], script')).toBeNull();
});

test('rows say what keys may, when they were used and how long they work', async () => {
  page([
    keyOf('k1', 'Nightly', {
      scopes: ['inspect'],
      dailyDocuments: 5000,
      dailyBytes: 20_000_000,
      createdBy: 'mina@northquay.example',
    }),
    keyOf('k2', 'Old one', { revokedAt: NOW, revokedBy: EMAIL }),
  ]);
  const row = await screen.findByRole('row', { name: /Nightly/ });
  expect(textOf(row)).toContain(
    'Inspect only · 60/min · 5,000 files a day · 20.0\u00a0MB a day · mina@northquay.example',
  );
  expect(textOf(row)).toContain('Not used yet');
  expect(screen.getByText('1 revoked or expired')).toBeDefined();
});

test('a rotated key and its old one share a row', async () => {
  const old = keyOf('k1', 'Nightly', { rolledTo: 'k2', expiresAt: inDays(6.5) });
  page([keyOf('k2', 'Nightly'), old]);
  const row = await screen.findByRole('row', { name: /Nightly/ });
  expect(textOf(row)).toContain('New');
  expect(textOf(row)).toContain('Old ends in 6 days');
  expect(screen.getByRole('button', { name: 'End old key Nightly' })).toBeDefined();
});

test('a key that soon ends says so, and is kept with one press', async () => {
  const laptop = keyOf('k1', 'Laptop', { expiresAt: inDays(9.5) });
  const { user, sent } = page([laptop], 'owner', { 'POST keys/k1': laptop });
  expect(await screen.findByText('“Laptop” stops in 9 days')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Keep 90 more days Laptop' }));
  await waitFor(() => expect(sent()).toEqual([['POST keys/k1', { expiresAt: inDays(99.5) }]]));
});

test('a key is renamed in place, and Escape keeps its name', async () => {
  const { user, sent, answer } = page([keyOf('k1', 'Archive')], 'owner', {
    'POST keys/k1': keyOf('k1', 'Night'),
  });
  await user.click(await screen.findByRole('button', { name: 'Rename Archive' }));
  await user.keyboard('x{Escape}');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Rename Archive' })),
  );
  expect(sent()).toEqual([]);
  answer('GET keys', { now: NOW, keys: [keyOf('k1', 'Night')] });
  await user.click(screen.getByRole('button', { name: 'Rename Archive' }));
  await user.keyboard('Night{Enter}');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Rename Night' })),
  );
  expect(sent()).toEqual([['POST keys/k1', { name: 'Night' }]]);
});

test('revoking asks first, with the safe answer focused, and says how much the key was used', async () => {
  const { user, sent } = page([keyOf('k1', 'Newsletter', { requests: 2, lastUsedAt: NOW })], 'owner', {
    'POST keys/k1/revoke': undefined,
  });
  const actions = await screen.findByRole('button', { name: 'Actions Newsletter' });
  await user.click(actions);
  await user.click(await screen.findByRole('menuitem', { name: 'Revoke' }));
  const question = await screen.findByRole('alertdialog', { name: 'Revoke “Newsletter”?' });
  expect(textOf(question)).toContain('made 2 requests in the last 30 days');
  await waitFor(() =>
    expect(document.activeElement).toBe(within(question).getByRole('button', { name: 'Keep it' })),
  );
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(sent()).toEqual([]);
  await waitFor(() => expect(document.activeElement).toBe(actions));
  await user.click(actions);
  await user.click(await screen.findByRole('menuitem', { name: 'Revoke' }));
  await user.click(await screen.findByRole('button', { name: 'Revoke key' }));
  await waitFor(() => expect(sent()).toEqual([['POST keys/k1/revoke', {}]]));
});
