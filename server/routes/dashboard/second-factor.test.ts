import { expect, test } from 'vitest';
import { ATTEMPT_WINDOW_MS } from '../../accounts/throttle.ts';
import { codeAt } from '../../testing/authenticator.ts';
import { dashboardUnderTest, isSignedIn, OWNER } from '../../testing/dashboard.ts';
import type { DashboardClient } from '../../testing/dashboard-client.ts';

const dashboard = dashboardUnderTest();
const { password } = OWNER;
const STEP_MS = 30_000;

/** An owner with two-factor authentication, the app's secret, and the recovery codes. */
async function withSecondFactor() {
  const owner = await dashboard.owner();
  const { secret } = (await owner.post('second-factor', { password })).json;
  const code = codeAt(secret, dashboard.service.clock.now);
  const { recoveryCodes } = (await owner.post('second-factor/confirm', { code })).json;
  dashboard.service.clock.now += 2 * STEP_MS;
  return { owner, secret, recoveryCodes: recoveryCodes as readonly string[] };
}

const actions = async (owner: DashboardClient) =>
  (await owner.get('audit')).json.entries.map(({ action, detail }: Record<string, string>) =>
    [action, detail].filter(Boolean).join(' '),
  );

test('it is turned on with password and code, and signing in then takes a code, once', async () => {
  const owner = await dashboard.owner();
  const wrong = await owner.post('second-factor', { password: 'not the sentence' });
  expect([wrong.status, wrong.json.code]).toEqual([400, 'wrong_password']);
  expect((await owner.get('second-factor')).json).toEqual({ recoveryCodesLeft: null });
  const { owner: again, secret } = await withSecondFactor();
  expect((await again.get('second-factor')).json).toEqual({ recoveryCodesLeft: 10 });

  const client = dashboard.visitor();
  const asked = await client.post('sign-in', OWNER);
  expect([asked.status, asked.json.code]).toEqual([401, 'two_factor_required']);
  expect(client.cookie).toBe('');
  const guessed = await client.post('sign-in', { ...OWNER, code: '123456' });
  expect([guessed.status, guessed.json.code]).toEqual([403, 'invalid_code']);
  // Without the password a client learns nothing about two-factor.
  const stranger = await client.post('sign-in', { ...OWNER, password: 'a guess', code: '123456' });
  expect(stranger.json.code).toBe('wrong_credentials');

  const code = codeAt(secret, dashboard.service.clock.now);
  expect((await client.post('sign-in', { ...OWNER, code })).status).toBe(200);
  expect(await isSignedIn(client)).toBe(true);
  expect((await dashboard.visitor().post('sign-in', { ...OWNER, code })).json.code).toBe('invalid_code');
  expect((await client.get('people')).json.people).toMatchObject([{ hasSecondFactor: true }]);
  expect(await actions(client)).toEqual(
    expect.arrayContaining(['second-factor-on', 'sign-in-failed wrong code']),
  );
  const secrets = new RegExp(`${secret}|${code}`);
  expect(JSON.stringify(dashboard.service.logLines)).not.toMatch(secrets);
});

test('turning it on ends the other sessions of the account', async () => {
  await dashboard.owner();
  const elsewhere = dashboard.visitor();
  await elsewhere.post('sign-in', OWNER);
  expect(await isSignedIn(elsewhere)).toBe(true);
  const { owner } = await withSecondFactor();
  expect([await isSignedIn(owner), await isSignedIn(elsewhere)]).toEqual([true, false]);
});

test('codes cannot be tried through, and the owner has tries of their own where they were before', async () => {
  const { owner, secret } = await withSecondFactor();
  const thief = dashboard.visitor();
  const statuses = [];
  for (let n = 0; n < 7; n += 1)
    statuses.push((await thief.post('sign-in', { ...OWNER, code: `00000${n}` })).status);
  expect(statuses).toEqual([403, 403, 403, 403, 403, 429, 429]);
  const code = () => codeAt(secret, dashboard.service.clock.now);
  expect((await thief.post('sign-in', { ...OWNER, code: code() })).status).toBe(429);
  expect((await owner.post('sign-in', { ...OWNER, code: code() })).status).toBe(200);

  // After the window more attempts are allowed, up to a daily limit.
  let tried = 5;
  for (let window = 0; window < 20; window += 1) {
    dashboard.service.clock.now += ATTEMPT_WINDOW_MS;
    for (let n = 0; n < 5; n += 1)
      if ((await thief.post('sign-in', { ...OWNER, code: '000000' })).status === 403) tried += 1;
  }
  expect(tried).toBe(30);
});

test('a recovery code opens once and is noted; new ones, and turning it off, take the password', async () => {
  const { owner, recoveryCodes } = await withSecondFactor();
  const client = dashboard.visitor();
  const code = recoveryCodes[0]!;
  expect((await client.post('sign-in', { ...OWNER, code })).status).toBe(200);
  expect((await client.post('sign-in', { ...OWNER, code })).json.code).toBe('invalid_code');
  expect((await owner.get('second-factor')).json).toEqual({ recoveryCodesLeft: 9 });

  for (const path of ['second-factor/recovery-codes', 'second-factor/remove'])
    expect((await owner.post(path, { password: 'not the sentence' })).json.code).toBe('wrong_password');
  const { json } = await owner.post('second-factor/recovery-codes', { password });
  expect(json.recoveryCodes).toHaveLength(10);
  expect((await client.post('sign-in', { ...OWNER, code: recoveryCodes[1] })).status).toBe(403);
  expect((await owner.post('second-factor', { password })).json.code).toBe('two_factor_enabled');

  expect((await owner.post('second-factor/remove', { password })).status).toBe(204);
  expect((await dashboard.visitor().post('sign-in', OWNER)).status).toBe(200);
  expect((await owner.post('second-factor/recovery-codes', { password })).status).toBe(404);
  expect(await actions(owner)).toEqual(
    expect.arrayContaining(['recovery-code-used', 'recovery-codes-made', 'second-factor-off']),
  );
});
