import type { Server } from 'node:http';
import { connect } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAccounts, ensureFirstAccount } from '../../accounts/account-service.ts';
import { createPasswords } from '../../accounts/passwords.ts';
import { SESSION_IDLE_MS, SESSION_MAX_MS } from '../../accounts/sessions.ts';
import { issueSetupToken } from '../../accounts/setup-token.ts';
import { TRY_WINDOW_MS } from '../../accounts/throttle.ts';
import type { AppDeps } from '../../app.ts';
import { createHttpServer, listen } from '../../ops/http-server.ts';
import { type DashboardClient, dashboardClient } from '../../testing/dashboard-client.ts';
import { smallPdf } from '../../testing/documents.ts';
import { startTestService, type TestService } from '../../testing/service.ts';

const OWNER = { email: 'laura@example.org', password: 'a short sentence' };
const cheap = createPasswords({ logN: 4, r: 8, p: 1 });

let service: TestService;
let server: Server;
let origin: string;

async function start(deps: Partial<AppDeps> = {}): Promise<void> {
  service = await startTestService(deps);
  server = createHttpServer(getRequestListener(service.app.fetch));
  origin = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`;
}

async function stop(): Promise<void> {
  server.closeAllConnections();
  server.close();
  await service.close();
}

beforeEach(() => start());
afterEach(stop);

const visitor = (headers: Readonly<Record<string, string>> = {}) => dashboardClient(origin, headers);

async function owner(): Promise<DashboardClient> {
  await ensureFirstAccount(service.db, cheap, OWNER, service.clock.now);
  const client = visitor();
  expect((await client.post('sign-in', OWNER)).status).toBe(200);
  return client;
}

const tokenOf = (client: DashboardClient) => client.cookie.split('=')[1]!;
const isSignedIn = async (client: DashboardClient) => (await client.get('keys')).status === 200;

describe('set-up', () => {
  const setupCode = async () => (await issueSetupToken(service.db, service.clock.now))!;

  test('the code of the log makes the first account, once, and signs it in', async () => {
    const code = await setupCode();
    const client = visitor();
    expect((await client.get('session')).json).toEqual({ isSetUp: false, email: null });

    const wrong = await client.post('setup', { code: 'nobody-knows', ...OWNER });
    expect([wrong.status, wrong.json.code]).toEqual([403, 'wrong_setup_code']);
    const done = await client.post('setup', { code, email: ' Laura@Example.org ', password: OWNER.password });
    expect([done.status, done.json]).toEqual([200, { isSetUp: true, email: OWNER.email }]);
    expect((await client.get('session')).json).toEqual({ isSetUp: true, email: OWNER.email });

    const again = await visitor().post('setup', { code, email: 'eve@example.org', password: OWNER.password });
    expect([again.status, again.json.code]).toEqual([409, 'already_set_up']);
    expect(await issueSetupToken(service.db, service.clock.now)).toBe(null);
  });

  test('of two who redeem two codes at the same moment, one becomes the owner', async () => {
    const codes = [await setupCode(), await setupCode()];
    const done = await Promise.all(
      codes.map((code, n) => visitor().post('setup', { ...OWNER, code, email: `u${n}@example.org` })),
    );
    expect(done.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await service.db.selectFrom('accounts').select('id').execute()).toHaveLength(1);
  });

  test('a code ends after a day, and every wrong field is named at once', async () => {
    const code = await setupCode();
    const wrong = await visitor().post('setup', { code, email: 'laura', password: 'too short' });
    expect([wrong.status, wrong.json.code]).toEqual([400, 'invalid_parameter']);
    expect(wrong.json.errors.map(({ field }: { field: string }) => field)).toEqual(['email', 'password']);
    service.clock.now += 24 * 60 * 60 * 1000;
    expect((await visitor().post('setup', { code, ...OWNER })).status).toBe(403);
  });

  test('the settings make the first account too, and change none that is there', async () => {
    await owner();
    await ensureFirstAccount(
      service.db,
      cheap,
      { ...OWNER, password: 'another sentence' },
      service.clock.now,
    );
    expect(await isSignedIn(await owner())).toBe(true);
  });
});

describe('sessions', () => {
  test('the cookie is out of reach of scripts and other sites, and only its hash is kept', async () => {
    await ensureFirstAccount(service.db, cheap, OWNER, service.clock.now);
    const client = visitor();
    const signed = await client.post('sign-in', OWNER);
    expect(signed.headers.get('set-cookie')).toMatch(
      /^pagelight_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(signed.headers.get('cache-control')).toBe('no-store');
    const rows = await service.db.selectFrom('sessions').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(tokenOf(client));
    expect(JSON.stringify(service.logLines)).not.toContain(tokenOf(client));
    expect(JSON.stringify(service.logLines)).not.toContain('short sentence');
  });

  test('behind https the cookie is for this host alone and goes over nothing else', async () => {
    await stop();
    await start({ trustProxy: true });
    await ensureFirstAccount(service.db, cheap, OWNER, service.clock.now);
    const client = visitor({ 'x-forwarded-proto': 'https' });
    const signed = await client.post('sign-in', OWNER);
    expect(signed.headers.get('set-cookie')).toMatch(
      /^__Host-pagelight_session=.*; Secure; SameSite=Strict$/,
    );
    expect(await isSignedIn(client)).toBe(true);
    // One that a sister domain or a plain connection could have planted.
    client.cookie = `pagelight_session=${tokenOf(client)}`;
    expect(await isSignedIn(client)).toBe(false);
    client.cookie = `__Host-${client.cookie}`;
    const out = await client.post('sign-out', {});
    expect(out.headers.get('set-cookie')).toMatch(/^__Host-pagelight_session=; Max-Age=0; Path=\/;.*Secure/);
  });

  test('a token that somebody planted before sign-in is worth nothing after it', async () => {
    const planted = `pagelight_session=${'A'.repeat(43)}`;
    await ensureFirstAccount(service.db, cheap, OWNER, service.clock.now);
    const victim = visitor();
    victim.cookie = planted;
    await victim.post('sign-in', OWNER);
    expect(victim.cookie).not.toBe(planted);
    const attacker = visitor();
    attacker.cookie = planted;
    expect(await isSignedIn(attacker)).toBe(false);
    expect(await isSignedIn(victim)).toBe(true);
  });

  test('signing in again gives another token and ends the one before; signing out ends it on the server', async () => {
    const client = await owner();
    const before = visitor();
    before.cookie = client.cookie;
    await client.post('sign-in', OWNER);
    expect(await isSignedIn(before)).toBe(false);

    const kept = visitor();
    kept.cookie = client.cookie;
    expect((await client.post('sign-out', {})).json).toEqual({ isSetUp: true, email: null });
    expect(await isSignedIn(kept)).toBe(false);
    expect((await kept.get('session')).json).toEqual({ isSetUp: true, email: null });
  });

  test('ends after half a day without a request, and after a month in any case', async () => {
    const idle = await owner();
    service.clock.now += SESSION_IDLE_MS - 1;
    expect(await isSignedIn(idle)).toBe(true);
    service.clock.now += SESSION_IDLE_MS;
    expect(await isSignedIn(idle)).toBe(false);

    const busy = await owner();
    const until = service.clock.now + SESSION_MAX_MS;
    while (service.clock.now < until - SESSION_IDLE_MS) {
      service.clock.now += SESSION_IDLE_MS - 1;
      expect(await isSignedIn(busy)).toBe(true);
    }
    service.clock.now = until;
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
    await owner();
    const client = visitor();
    client.cookie = cookie;
    for (const path of ['keys', 'usage']) {
      const { status, json } = await client.get(path);
      expect([status, json.code]).toEqual([401, 'sign_in_needed']);
    }
  });

  test('a hash from the database is no cookie', async () => {
    await owner();
    const { token_hash } = await service.db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow();
    const client = visitor();
    client.cookie = `pagelight_session=${token_hash}`;
    expect(await isSignedIn(client)).toBe(false);
  });
});

describe('signing in', () => {
  test('an unknown email and a wrong password are told in the same words', async () => {
    await owner();
    const told = async (email: string) => {
      const { status, json } = await visitor().post('sign-in', { email, password: 'not the sentence' });
      const { requestId, ...rest } = json;
      return { status, ...rest };
    };
    const known = await told(OWNER.email);
    expect(known).toMatchObject({ status: 401, code: 'wrong_credentials' });
    expect(await told('nobody@example.org')).toEqual(known);
  });

  test('one address may try an account a few times, then waits; the owner elsewhere is not kept out', async () => {
    await stop();
    await start({ trustProxy: true });
    await owner();
    const thief = visitor({ 'x-forwarded-for': '10.0.0.1, 203.0.113.9' });
    const guess = (n: number) => thief.post('sign-in', { email: OWNER.email, password: `guess number ${n}` });
    const statuses = [];
    for (let n = 0; n < 8; n += 1) statuses.push((await guess(n)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);

    const right = await thief.post('sign-in', OWNER);
    expect([right.status, right.json.code]).toEqual([429, 'too_many_tries']);
    expect(right.headers.get('retry-after')).toBe('300');
    expect(right.json.detail).toBe('Too many tries. Wait 5 minutes.');
    // What a client claims of itself is not where it is from.
    const claims = visitor({ 'x-forwarded-for': '192.0.2.77, 203.0.113.9' });
    expect((await claims.post('sign-in', OWNER)).status).toBe(429);

    expect((await visitor({ 'x-forwarded-for': '198.51.100.4' }).post('sign-in', OWNER)).status).toBe(200);
    service.clock.now += TRY_WINDOW_MS;
    expect((await thief.post('sign-in', OWNER)).status).toBe(200);
  });

  test('one address may not try many accounts, many at the same moment count too, and no name is kept', async () => {
    await owner();
    const tries = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        visitor().post('sign-in', { email: `user${n}@example.org`, password: 'guess' }),
      ),
    );
    expect(tries.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(10);
    expect(tries.filter(({ status }) => status === 200)).toEqual([]);
    const kept = await service.db.selectFrom('tries').selectAll().execute();
    expect(kept.length).toBeLessThanOrEqual(2 * 20 + 1 + 2);
    expect(JSON.stringify(kept)).not.toMatch(/example|127\.0/);
    service.clock.now += TRY_WINDOW_MS;
    await visitor().post('sign-in', OWNER);
    expect((await service.db.selectFrom('tries').selectAll().execute()).length).toBe(3);
  });

  test('those who sign in well all day are not kept out', async () => {
    for (let n = 0; n < 25; n += 1) expect(await isSignedIn(await owner())).toBe(true);
  });

  test('a new password ends all other sessions, and the old one is worth nothing', async () => {
    const [here, there] = [await owner(), await owner()];
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
    expect((await visitor().post('sign-in', OWNER)).status).toBe(401);
    expect((await visitor().post('sign-in', { ...OWNER, password: 'another sentence' })).status).toBe(200);
  });
});

describe('two doors', () => {
  test('a cookie opens no address of the API, and a key none of the dashboard', async () => {
    const client = await owner();
    const asUser = await fetch(`${origin}/api/v1/compress`, {
      method: 'POST',
      body: await form(),
      headers: { cookie: client.cookie },
    });
    expect([asUser.status, await asUser.json()]).toMatchObject([401, { code: 'missing_key' }]);
    for (const headers of [{ authorization: `Bearer ${service.key}` }, { 'x-api-key': service.key }]) {
      expect((await visitor().get('keys', headers)).status).toBe(401);
      expect((await visitor().post('keys', {}, headers)).status).toBe(401);
    }
  });

  test.each([
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a page of a sister domain or another port', { 'sec-fetch-site': 'same-site' }],
    ['a form of another site', { 'x-pagelight-page': undefined, 'content-type': 'text/plain' }],
    ['an older browser on another site', { 'sec-fetch-site': undefined, origin: 'https://evil.example' }],
    ['a sandboxed frame', { 'sec-fetch-site': undefined, origin: 'null' }],
  ])('%s changes nothing, with the cookie of the owner', async (_who, headers) => {
    const client = await owner();
    const wanted = { name: 'planted', expiresAt: null, limitPerMinute: null };
    const refused = await client.post('keys', wanted, headers);
    expect([refused.status, refused.json.code]).toEqual([403, 'cross_site']);
    expect(await service.keys.list()).toHaveLength(1);
    const asked = await fetch(`${origin}/api/dashboard/keys`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    expect(asked.headers.get('access-control-allow-origin')).toBe(null);
  });

  test('an older browser on the own page, and a proxy that says its name, are let through', async () => {
    const client = await owner();
    const wanted = { name: 'mine', expiresAt: null, limitPerMinute: null };
    expect((await client.post('keys', wanted, { 'sec-fetch-site': undefined, origin })).status).toBe(201);
    const named = {
      'sec-fetch-site': undefined,
      origin: 'https://pdf.example',
      'x-forwarded-host': 'pdf.example',
    };
    expect((await client.post('keys', wanted, named)).status).toBe(403);
    await stop();
    await start({ trustProxy: true });
    expect((await (await owner()).post('keys', wanted, named)).status).toBe(201);
  });
});

async function form(): Promise<FormData> {
  const data = new FormData();
  data.append('file', new Blob([await smallPdf()], { type: 'application/pdf' }), 'in.pdf');
  return data;
}

describe('keys', () => {
  const compress = async (key: string) =>
    fetch(`${origin}/api/v1/compress`, {
      method: 'POST',
      body: await form(),
      headers: { authorization: `Bearer ${key}` },
    });

  test('one is made, used, seen with what it did, revoked, and then opens nothing', async () => {
    const client = await owner();
    const expiresAt = service.clock.now + 1000 * 60 * 60;
    const made = await client.post('keys', { name: ' Shop ', expiresAt, limitPerMinute: 60 });
    expect(made.status).toBe(201);
    const { secret, key } = made.json;
    expect(key).toMatchObject({ name: 'Shop', expiresAt, limitPerMinute: 60, lastUsedAt: null, requests: 0 });

    const answer = await compress(secret);
    expect(answer.status).toBe(200);
    const bytesOut = (await answer.arrayBuffer()).byteLength;
    expect(
      (
        await fetch(`${origin}/api/v1/compress`, {
          method: 'POST',
          body: 'nonsense',
          headers: { 'x-api-key': secret },
        })
      ).status,
    ).toBe(415);
    await service.usage.flush();

    const listed = (await client.get('keys')).json;
    expect(listed.now).toBe(service.clock.now);
    expect(listed.keys).toHaveLength(2);
    expect(listed.keys[1]).toMatchObject({ ...key, requests: 2, lastUsedAt: service.clock.now });
    expect(JSON.stringify(listed)).not.toContain(secret);

    const bytesIn = (await smallPdf()).length;
    const usage = (await client.get('usage?days=7')).json;
    expect(usage.days).toHaveLength(7);
    expect(usage.days.at(-1)).toBe('2027-01-15');
    expect(usage.keys.map(({ name }: { name: string }) => name)).toEqual(['test', 'Shop']);
    expect(usage.rows).toEqual([
      {
        day: '2027-01-15',
        keyId: key.id,
        requests: 2,
        errors: 1,
        bytesIn,
        bytesOut,
        bytesSaved: bytesIn - bytesOut,
      },
    ]);

    expect((await client.post(`keys/${key.id}/revoke`, {})).status).toBe(204);
    const refused = await compress(secret);
    expect([refused.status, await refused.json()]).toMatchObject([401, { code: 'revoked_key' }]);
    expect((await client.get('keys')).json.keys[1]).toMatchObject({
      revokedAt: service.clock.now,
      revokedBy: OWNER.email,
    });
    expect((await client.post('keys/nobody/revoke', {})).status).toBe(404);
  });

  test('names may hold what they like and come back as they were', async () => {
    const client = await owner();
    service.clock.now += 1;
    const names = ["Robert'); drop table api_keys; --", '<script>alert(1)</script>', '=1+1', 'ä „ö“ 漢字 🔑'];
    for (const name of names) {
      expect((await client.post('keys', { name, expiresAt: null, limitPerMinute: null })).status).toBe(201);
      service.clock.now += 1;
    }
    const listed = (await client.get('keys')).json.keys.map(({ name }: { name: string }) => name);
    expect(listed).toEqual(['test', ...names]);
  });

  test('every wrong field of a new key is named at once', async () => {
    const client = await owner();
    const wrong = [
      { name: ' ', expiresAt: 0, limitPerMinute: 0 },
      { name: 'a\nb', expiresAt: 'tomorrow', limitPerMinute: 1.5 },
      { name: 'x'.repeat(101), expiresAt: 1e18, limitPerMinute: -1 },
      { name: null, expiresAt: -5, limitPerMinute: '60' },
      {},
    ];
    for (const body of wrong) {
      const { status, json } = await client.post('keys', body);
      expect(status).toBe(400);
      expect(json.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
        'expiresAt',
        'limitPerMinute',
        'name',
      ]);
      expect(json.detail).not.toMatch(/undefined|NaN|Invalid input|expected/);
    }
    const { json } = await client.post('keys', { expiresAt: null, limitPerMinute: 1.5 });
    expect(json.errors.map(({ message }: { message: string }) => message)).toEqual([
      'Fill this in.',
      'Use a whole number from 1 to 100000.',
    ]);
    for (const days of ['0', '-1', '367', 'all', '1e2']) {
      expect((await client.get(`usage?days=${days}`)).status).toBe(400);
    }
  });
});

describe('bad input', () => {
  test.each([
    ['no JSON', '{"email":', 400],
    ['a list', '[]', 400],
    ['null', 'null', 400],
    ['a form', 'email=a&password=b', 400],
    ['far too much', `{"email":"${'x'.repeat(200_000)}"}`, 400],
    ['deep nesting', `${'['.repeat(8000)}${']'.repeat(8000)}`, 400],
    ['wrong types', '{"email":{"$ne":null},"password":["a"]}', 400],
    ['a prototype', '{"__proto__":{"email":"a@b"},"email":"a@b","password":""}', 400],
  ])('%s is refused, without a stack or a path', async (_what, body, status) => {
    const answer = await visitor().post('sign-in', body);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.text).not.toMatch(/\bat \S+ \(|node_modules|\.ts\b|SqliteError|SELECT/i);
  });

  test('a fault of the server says nothing of its inside, and only the log knows', async () => {
    const client = await owner();
    await service.db.schema.alterTable('usage_days').renameTo('gone').execute();
    const { status, json, text } = await client.get('usage');
    expect([status, json.code]).toEqual([500, 'internal']);
    expect(text).not.toMatch(/usage_days|no such table|\/server\//);
    expect(JSON.stringify(service.logLines)).toContain('no such table');
  });

  test('unknown addresses and wrong methods are told as problems, never as a page', async () => {
    const client = await owner();
    expect((await client.get('nothing')).json.code).toBe('not_found');
    const put = await fetch(`${origin}/api/dashboard/session`, {
      method: 'PUT',
      headers: { 'x-pagelight-page': 'dashboard' },
    });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  test('ten thousand wrong keys leave nothing behind, and a good key goes on', async () => {
    const key = service.key;
    const wrongChecksum = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
    const logged = service.logLines.length;
    const wrong = Array.from({ length: 10_000 }, (_, n) => (n % 2 === 0 ? wrongChecksum : `pgl_live_${n}`));
    const answers = await pipelined(wrong);
    expect(answers.filter((status) => status !== 401 && status !== 429)).toEqual([]);

    await service.usage.flush();
    for (const table of ['usage_days', 'tries', 'sessions'] as const) {
      expect(await service.db.selectFrom(table).selectAll().execute()).toEqual([]);
    }
    expect(service.logLines.length - logged).toBeLessThanOrEqual(wrong.length);
    expect(JSON.stringify(service.logLines)).not.toContain(wrongChecksum);
    expect((await service.keys.check(key)).ok).toBe(true);
  });
});

/** Statuses of empty uploads with these keys, sent one behind the other on one connection (RFC 9112, 9.3.2). */
async function pipelined(keys: readonly string[]): Promise<readonly number[]> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  const requests = keys.map((key) =>
    [
      'POST /api/v1/compress HTTP/1.1',
      'Host: localhost',
      `X-API-Key: ${key}`,
      'Content-Length: 0',
      '',
      '',
    ].join('\r\n'),
  );
  socket.write(requests.join(''));
  let text = '';
  for await (const chunk of socket) {
    text += chunk;
    if (text.split('HTTP/1.1 ').length > keys.length) break;
  }
  socket.destroy();
  return [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
}

test('what is kept of a session and an account says nothing to who reads the database', async () => {
  await owner();
  const accounts = createAccounts(service.db, cheap, () => service.clock.now);
  const kept = JSON.stringify(await service.db.selectFrom('accounts').selectAll().execute());
  expect(kept).toContain('$scrypt$');
  expect(kept).not.toContain(OWNER.password);
  expect(await accounts.sessions.find('')).toBe(null);
});
