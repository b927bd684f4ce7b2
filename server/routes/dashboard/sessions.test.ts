import { describe, expect, test } from 'vitest';
import { ensureFirstAccount } from '../../accounts/account-service.ts';
import { SESSION_IDLE_MS, SESSION_MAX_MS } from '../../accounts/sessions.ts';
import {
  cheapPasswords,
  dashboardUnderTest,
  form,
  isSignedIn,
  OWNER,
  tokenOf,
} from '../../testing/dashboard.ts';

const dashboard = dashboardUnderTest();

describe('sessions', () => {
  test('the cookie is out of reach of scripts and other sites, and only its hash is kept', async () => {
    await ensureFirstAccount(dashboard.service.db, cheapPasswords, OWNER, dashboard.service.clock.now);
    const client = dashboard.visitor();
    const signed = await client.post('sign-in', OWNER);
    expect(signed.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^pagelight_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/,
      ),
      expect.stringMatching(
        /^pagelight_device=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/,
      ),
    ]);
    expect(signed.headers.get('cache-control')).toBe('no-store');
    const rows = await dashboard.service.db.selectFrom('sessions').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(tokenOf(client));
    expect(JSON.stringify(dashboard.service.logLines)).not.toContain(tokenOf(client));
    expect(JSON.stringify(dashboard.service.logLines)).not.toContain('short sentence');
  });

  test('behind https the cookie is for this host alone and goes over nothing else', async () => {
    await dashboard.restart({ trustProxy: true });
    await ensureFirstAccount(dashboard.service.db, cheapPasswords, OWNER, dashboard.service.clock.now);
    const client = dashboard.visitor({ 'x-forwarded-proto': 'https' });
    const signed = await client.post('sign-in', OWNER);
    expect(signed.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-pagelight_session=.*; Secure; SameSite=Strict$/),
      expect.stringMatching(/^__Host-pagelight_device=.*; Secure; SameSite=Strict$/),
    ]);
    expect(await isSignedIn(client)).toBe(true);
    // A cookie that a sibling domain or a plain connection could have set.
    client.cookie = `pagelight_session=${tokenOf(client)}`;
    expect(await isSignedIn(client)).toBe(false);
    client.cookie = `__Host-${client.cookie}`;
    const out = await client.post('sign-out', {});
    expect(out.headers.get('set-cookie')).toMatch(/^__Host-pagelight_session=; Max-Age=0; Path=\/;.*Secure/);
  });

  test('a token that somebody planted before sign-in is worth nothing after it', async () => {
    const planted = `pagelight_session=${'A'.repeat(43)}`;
    await ensureFirstAccount(dashboard.service.db, cheapPasswords, OWNER, dashboard.service.clock.now);
    const victim = dashboard.visitor();
    victim.cookie = planted;
    await victim.post('sign-in', OWNER);
    expect(victim.cookie).not.toBe(planted);
    const attacker = dashboard.visitor();
    attacker.cookie = planted;
    expect(await isSignedIn(attacker)).toBe(false);
    expect(await isSignedIn(victim)).toBe(true);
  });

  test('signing in again gives another token and ends the one before; signing out ends it on the server', async () => {
    const client = await dashboard.owner();
    const before = dashboard.visitor();
    before.cookie = client.cookie;
    await client.post('sign-in', OWNER);
    expect(await isSignedIn(before)).toBe(false);

    const kept = dashboard.visitor();
    kept.cookie = client.cookie;
    expect((await client.post('sign-out', {})).json).toEqual({ isSetUp: true, email: null, role: null });
    expect(await isSignedIn(kept)).toBe(false);
    expect((await kept.get('session')).json).toEqual({ isSetUp: true, email: null, role: null });
  });

  test('ends after half a day without a request, and after a month in any case', async () => {
    const idle = await dashboard.owner();
    dashboard.service.clock.now += SESSION_IDLE_MS - 1;
    expect(await isSignedIn(idle)).toBe(true);
    dashboard.service.clock.now += SESSION_IDLE_MS;
    expect(await isSignedIn(idle)).toBe(false);

    const busy = await dashboard.owner();
    const until = dashboard.service.clock.now + SESSION_MAX_MS;
    while (dashboard.service.clock.now < until - SESSION_IDLE_MS) {
      dashboard.service.clock.now += SESSION_IDLE_MS - 1;
      expect(await isSignedIn(busy)).toBe(true);
    }
    dashboard.service.clock.now = until;
    expect(await isSignedIn(busy)).toBe(false);
  });

  test.each([
    ['none', ''],
    ['an empty one', 'pagelight_session='],
    ['a forged one', `pagelight_session=${'x'.repeat(43)}`],
    ['a long one', `pagelight_session=${'x'.repeat(4000)}`],
    ['SQL', "pagelight_session=' or 1=1 --"],
    ['a broken escape', 'pagelight_session=%E0%A4%A'],
  ])('cookie: %s lets nobody in', async (_what, cookie) => {
    await dashboard.owner();
    const client = dashboard.visitor();
    client.cookie = cookie;
    for (const path of ['keys', 'usage']) {
      const { status, json } = await client.get(path);
      expect([status, json.code]).toEqual([401, 'unauthenticated']);
    }
  });

  test('a hash from the database is no cookie', async () => {
    await dashboard.owner();
    const { token_hash } = await dashboard.service.db
      .selectFrom('sessions')
      .selectAll()
      .executeTakeFirstOrThrow();
    const client = dashboard.visitor();
    client.cookie = `pagelight_session=${token_hash}`;
    expect(await isSignedIn(client)).toBe(false);
  });
});

describe('two doors', () => {
  test('a cookie opens no address of the API, and a key none of the dashboard', async () => {
    const client = await dashboard.owner();
    const asUser = await fetch(`${dashboard.service.origin}/api/v1/compress`, {
      method: 'POST',
      body: await form(),
      headers: { cookie: client.cookie },
    });
    expect([asUser.status, await asUser.json()]).toMatchObject([401, { code: 'missing_key' }]);
    for (const headers of [
      { authorization: `Bearer ${dashboard.service.key}` },
      { 'x-api-key': dashboard.service.key },
    ]) {
      expect((await dashboard.visitor().get('keys', headers)).status).toBe(401);
      expect((await dashboard.visitor().post('keys', {}, headers)).status).toBe(401);
    }
  });

  test.each([
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a page of a sister domain or another port', { 'sec-fetch-site': 'same-site' }],
    ['a form of another site', { 'x-pagelight-page': undefined, 'content-type': 'text/plain' }],
    ['an older browser on another site', { 'sec-fetch-site': undefined, origin: 'https://evil.example' }],
    ['a sandboxed frame', { 'sec-fetch-site': undefined, origin: 'null' }],
  ])('%s changes nothing, with the cookie of the owner', async (_who, headers) => {
    const client = await dashboard.owner();
    const wanted = { name: 'planted', expiresAt: null, limitPerMinute: null };
    const refused = await client.post('keys', wanted, headers);
    expect([refused.status, refused.json.code]).toEqual([403, 'csrf_rejected']);
    expect(await dashboard.service.keys.list()).toHaveLength(1);
    const asked = await fetch(`${dashboard.service.origin}/api/dashboard/keys`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    expect(asked.headers.get('access-control-allow-origin')).toBe(null);
  });

  test('an older browser on the own page, and a proxy that says its name, are let through', async () => {
    const client = await dashboard.owner();
    const wanted = { name: 'mine', expiresAt: null, limitPerMinute: null };
    expect(
      (await client.post('keys', wanted, { 'sec-fetch-site': undefined, origin: dashboard.service.origin }))
        .status,
    ).toBe(201);
    const named = {
      'sec-fetch-site': undefined,
      origin: 'https://pdf.example',
      'x-forwarded-host': 'pdf.example',
    };
    expect((await client.post('keys', wanted, named)).status).toBe(403);
    await dashboard.restart({ trustProxy: true });
    expect((await (await dashboard.owner()).post('keys', wanted, named)).status).toBe(201);
  });
});
