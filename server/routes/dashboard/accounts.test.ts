import { describe, expect, test } from 'vitest';
import { createAccounts, ensureFirstAccount } from '../../accounts/account-service.ts';
import { issueSetupToken } from '../../accounts/setup-token.ts';
import { ATTEMPT_WINDOW_MS } from '../../accounts/throttle.ts';
import { cheapPasswords, dashboardUnderTest, isSignedIn, OWNER } from '../../testing/dashboard.ts';

const dashboard = dashboardUnderTest();

describe('set-up', () => {
  const setupCode = async () => (await issueSetupToken(dashboard.service.db, dashboard.service.clock.now))!;

  test('the code of the log makes the first account, once, and signs it in', async () => {
    const code = await setupCode();
    const client = dashboard.visitor();
    expect((await client.get('session')).json).toEqual({ isSetUp: false, email: null, role: null });

    const wrong = await client.post('setup', { code: 'nobody-knows', ...OWNER });
    expect([wrong.status, wrong.json.code]).toEqual([403, 'invalid_setup_code']);
    const done = await client.post('setup', { code, email: ' Laura@Example.org ', password: OWNER.password });
    expect([done.status, done.json]).toEqual([200, { isSetUp: true, email: OWNER.email, role: 'owner' }]);
    expect((await client.get('session')).json).toEqual({ isSetUp: true, email: OWNER.email, role: 'owner' });

    const again = await dashboard
      .visitor()
      .post('setup', { code, email: 'eve@example.org', password: OWNER.password });
    expect([again.status, again.json.code]).toEqual([409, 'already_initialized']);
    expect(await issueSetupToken(dashboard.service.db, dashboard.service.clock.now)).toBe(null);
  });

  test('of two who redeem two codes at the same moment, one becomes the owner', async () => {
    const codes = [await setupCode(), await setupCode()];
    const done = await Promise.all(
      codes.map((code, n) =>
        dashboard.visitor().post('setup', { ...OWNER, code, email: `u${n}@example.org` }),
      ),
    );
    expect(done.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await dashboard.service.db.selectFrom('accounts').select('id').execute()).toHaveLength(1);
  });

  test('a code ends after a day, and every wrong field is named at once', async () => {
    const code = await setupCode();
    const wrong = await dashboard.visitor().post('setup', { code, email: 'laura', password: 'too short' });
    expect([wrong.status, wrong.json.code]).toEqual([400, 'invalid_parameter']);
    expect(wrong.json.errors.map(({ field }: { field: string }) => field)).toEqual(['email', 'password']);
    dashboard.service.clock.now += 24 * 60 * 60 * 1000;
    expect((await dashboard.visitor().post('setup', { code, ...OWNER })).status).toBe(403);
  });

  test('the settings make the first account too, and change none that is there', async () => {
    await dashboard.owner();
    await ensureFirstAccount(
      dashboard.service.db,
      cheapPasswords,
      { ...OWNER, password: 'another sentence' },
      dashboard.service.clock.now,
    );
    expect(await isSignedIn(await dashboard.owner())).toBe(true);
  });
});

describe('signing in', () => {
  test('an unknown email and a wrong password are told in the same words', async () => {
    await dashboard.owner();
    const told = async (email: string) => {
      const { status, json } = await dashboard
        .visitor()
        .post('sign-in', { email, password: 'not the sentence' });
      const { requestId, ...rest } = json;
      return { status, ...rest };
    };
    const known = await told(OWNER.email);
    expect(known).toMatchObject({ status: 401, code: 'wrong_credentials' });
    expect(await told('nobody@example.org')).toEqual(known);
  });

  test('one address may try an account a few times, then waits; the owner elsewhere is not kept out', async () => {
    await dashboard.restart({ trustProxy: true });
    await dashboard.owner();
    const thief = dashboard.visitor({ 'x-forwarded-for': '10.0.0.1, 203.0.113.9' });
    const guess = (n: number) => thief.post('sign-in', { email: OWNER.email, password: `guess number ${n}` });
    const statuses = [];
    for (let n = 0; n < 8; n += 1) statuses.push((await guess(n)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);

    const right = await thief.post('sign-in', OWNER);
    expect([right.status, right.json.code]).toEqual([429, 'too_many_attempts']);
    expect(right.headers.get('retry-after')).toBe('300');
    expect(right.json.detail).toBe('Too many attempts. Wait 5 minutes.');
    // A client's own claim is not its address.
    const claims = dashboard.visitor({ 'x-forwarded-for': '192.0.2.77, 203.0.113.9' });
    expect((await claims.post('sign-in', OWNER)).status).toBe(429);

    expect(
      (await dashboard.visitor({ 'x-forwarded-for': '198.51.100.4' }).post('sign-in', OWNER)).status,
    ).toBe(200);
    dashboard.service.clock.now += ATTEMPT_WINDOW_MS;
    expect((await thief.post('sign-in', OWNER)).status).toBe(200);
  });

  test('strangers from many addresses keep nobody out who signed in before', async () => {
    await dashboard.restart({ trustProxy: true });
    const owner = await dashboard.owner();
    const at = (n: number) => ({ 'x-forwarded-for': `203.0.113.${n}` });
    for (let n = 0; n < 70; n += 1) {
      await dashboard.visitor(at(n % 20)).post('sign-in', { email: OWNER.email, password: `guess ${n}` });
    }
    const stranger = await dashboard.visitor(at(99)).post('sign-in', OWNER);
    expect([stranger.status, stranger.json.code]).toEqual([429, 'too_many_attempts']);
    // Even from an address that has no attempts left.
    expect((await owner.post('sign-in', OWNER, at(1))).status).toBe(200);

    // A stolen browser has a few attempts; a cookie of another account, or an unknown one, does not count.
    const thief = dashboard.visitor(at(100));
    thief.device = owner.device;
    const guess = () => thief.post('sign-in', { email: OWNER.email, password: 'guess' });
    const statuses = [];
    for (let n = 0; n < 12; n += 1) statuses.push((await guess()).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    const forger = dashboard.visitor(at(101));
    forger.device = `pagelight_device=${'A'.repeat(43)}`;
    expect((await forger.post('sign-in', OWNER)).status).toBe(429);
    const kept = await dashboard.service.db.selectFrom('devices').selectAll().execute();
    expect(JSON.stringify(kept)).not.toContain(owner.device.split('=')[1]);
  });

  test('one address may not try many accounts, many at the same moment count too, and no name is kept', async () => {
    await dashboard.owner();
    const tries = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        dashboard.visitor().post('sign-in', { email: `user${n}@example.org`, password: 'guess' }),
      ),
    );
    expect(tries.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(10);
    expect(tries.filter(({ status }) => status === 200)).toEqual([]);
    const kept = await dashboard.service.db.selectFrom('tries').selectAll().execute();
    expect(kept.length).toBeLessThanOrEqual(2 * 20 + 1 + 2);
    expect(JSON.stringify(kept)).not.toMatch(/example|127\.0/);
    dashboard.service.clock.now += ATTEMPT_WINDOW_MS;
    await dashboard.visitor().post('sign-in', OWNER);
    expect((await dashboard.service.db.selectFrom('tries').selectAll().execute()).length).toBe(3);
  });

  test('those who sign in well all day are not kept out', async () => {
    for (let n = 0; n < 25; n += 1) expect(await isSignedIn(await dashboard.owner())).toBe(true);
  });

  test('a new password ends all other sessions, and the old one is worth nothing', async () => {
    const [here, there] = [await dashboard.owner(), await dashboard.owner()];
    const wrong = await here.post('password', { current: 'not the sentence', next: 'another sentence' });
    expect([wrong.status, wrong.json.code]).toEqual([400, 'wrong_password']);
    const short = await here.post('password', { current: OWNER.password, next: 'short' });
    expect(short.json.errors).toMatchObject([{ field: 'next' }]);

    const before = here.cookie;
    expect((await here.post('password', { current: OWNER.password, next: 'another sentence' })).status).toBe(
      200,
    );
    expect(here.cookie).not.toBe(before);
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false]);
    expect((await dashboard.visitor().post('sign-in', OWNER)).status).toBe(401);
    expect(
      (await dashboard.visitor().post('sign-in', { ...OWNER, password: 'another sentence' })).status,
    ).toBe(200);
  });
});

test('signing out everywhere ends all sessions of the account, and no browser is known any more', async () => {
  const [here, there] = [await dashboard.owner(), await dashboard.owner()];
  const done = await here.post('sign-out-everywhere', {});
  expect([done.status, done.json]).toEqual([200, { isSetUp: true, email: null, role: null }]);
  expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([false, false]);
  expect(await dashboard.service.db.selectFrom('devices').selectAll().execute()).toEqual([]);
  expect((await here.post('sign-out-everywhere', {})).status).toBe(401);
});

test('what is kept of a session and an account says nothing to who reads the database', async () => {
  await dashboard.owner();
  const accounts = createAccounts(dashboard.service.db, cheapPasswords, () => dashboard.service.clock.now);
  const kept = JSON.stringify(await dashboard.service.db.selectFrom('accounts').selectAll().execute());
  expect(kept).toContain('$scrypt$');
  expect(kept).not.toContain(OWNER.password);
  expect(await accounts.sessions.find('')).toBe(null);
});
