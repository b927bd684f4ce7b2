import { expect, test } from 'vitest';
import { createAccountAdmin } from '../../accounts/account-admin.ts';
import { purgeExpired } from '../../ops/retention.ts';
import { cheapPasswords, dashboardUnderTest, form, OWNER } from '../../testing/dashboard.ts';

const dashboard = dashboardUnderTest();
const DAY_MS = 24 * 60 * 60 * 1000;
const NEW = { name: 'Shop', expiresAt: null, limitPerMinute: null };

const entries = async (client: Awaited<ReturnType<typeof dashboard.owner>>) =>
  (await client.get('audit')).json.entries as readonly Record<string, unknown>[];

test('who made, changed, rolled and revoked a key, and signed in or failed to, is told, the latest first', async () => {
  await dashboard.restart({ trustProxy: true });
  await dashboard.owner();
  const owner = dashboard.visitor({ 'x-forwarded-for': '203.0.113.9' });
  const step = async <T>(action: Promise<T>) => {
    dashboard.service.clock.now += 1000;
    return action;
  };
  await step(owner.post('sign-in', { ...OWNER, password: 'a wrong sentence' }));
  await step(owner.post('sign-in', { email: 'nobody@example.org', password: 'a wrong sentence' }));
  await step(owner.post('sign-in', OWNER));
  const { json: made } = await step(owner.post('keys', { ...NEW, dailyDocuments: 10 }));
  const { id } = made.key;
  const changed = await step(
    owner.post(`keys/${id}`, { name: '=Shop', dailyDocuments: 20, scope: 'inspect' }),
  );
  expect([changed.status, changed.json]).toMatchObject([200, { name: '=Shop', scopes: ['inspect'] }]);
  const { json: rolled } = await step(owner.post(`keys/${id}/roll`, { overlapHours: 24 }));
  await step(owner.post(`keys/${rolled.key.id}/revoke`, {}));

  const all = await entries(owner);
  expect(all.map(({ action, actor, subject, address }) => [action, actor, subject, address])).toEqual([
    ['key-revoked', OWNER.email, '=Shop', '203.0.113.9'],
    ['key-rolled', OWNER.email, '=Shop', '203.0.113.9'],
    ['key-changed', OWNER.email, 'Shop', '203.0.113.9'],
    ['key-created', OWNER.email, 'Shop', '203.0.113.9'],
    ['signed-in', OWNER.email, OWNER.email, '203.0.113.9'],
    ['sign-in-failed', '', '', '203.0.113.9'],
    ['sign-in-failed', OWNER.email, OWNER.email, '203.0.113.9'],
    ['signed-in', OWNER.email, OWNER.email, '127.0.0.1'],
  ]);
  expect(all[2]!.detail).toBe('name Shop → =Shop · scope compress → inspect · documents a day 10 → 20');
  expect(JSON.stringify(all)).not.toMatch(/nobody@|sentence|pgl_live_/);

  const csv = await owner.get('audit.csv');
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const lines = csv.text.split('\r\n');
  expect(lines[0]).toBe('when,who,what,on,details,from');
  // No spreadsheet treats the name of a key as a formula.
  expect(lines[1]).toContain(",key-revoked,'=Shop,");
  expect(lines).toHaveLength(all.length + 2);
});

test('a log of many pages is told page by page, and to nobody who is not signed in', async () => {
  const owner = await dashboard.owner();
  const row = { actor: 'a', action: 'signed-in', subject: 's', detail: '', address: '' };
  // Some have the same time, also at the end of a page.
  const rows = Array.from({ length: 150 }, (_, n) => ({ ...row, id: `id${n}`, at: n - (n % 7) }));
  await dashboard.service.db.insertInto('audit_log').values(rows).execute();
  const { json: first } = await owner.get('audit');
  const { json: second } = await owner.get(`audit?before=${first.next}`);
  expect([first.entries.length, second.entries.length, second.next]).toEqual([100, 51, null]);
  const told = [...first.entries, ...second.entries].map(({ id }) => id);
  expect(new Set(told)).toEqual(new Set([first.entries[0].id, ...rows.map(({ id }) => id)]));
  for (const path of ['audit', 'audit.csv']) expect((await dashboard.visitor().get(path)).status).toBe(401);
  expect((await owner.get('audit?before=now')).status).toBe(400);
});

test('a log of years is one table, made a piece at a time', async () => {
  const owner = await dashboard.owner();
  const row = { actor: 'a', action: 'signed-in', subject: 's', detail: '', address: '' };
  const rows = Array.from({ length: 2500 }, (_, n) => ({ ...row, id: `id${n}`, at: n - (n % 3) }));
  for (let from = 0; from < rows.length; from += 500)
    await dashboard.service.db
      .insertInto('audit_log')
      .values(rows.slice(from, from + 500))
      .execute();
  const { text } = await owner.get('audit.csv');
  expect(text.split('\r\n')).toHaveLength(1 + 1 + rows.length + 1);
  expect(text.match(/when,who/g)).toHaveLength(1);
});

test('what is older than the settings say is removed, and nothing else', async () => {
  const { db, keys, clock } = dashboard.service;
  const retention = { auditDays: 10, usageDays: 20, endedKeysDays: 30 };
  const entry = { actor: '', action: 'signed-in', subject: '', detail: '', address: '' };
  const day = (ago: number) => new Date(clock.now - ago * DAY_MS).toISOString().slice(0, 10);
  const usage = { key_id: 'k', requests: 1, errors: 0, bytes_in: 1, bytes_out: 1, bytes_saved: 0 };
  for (const ago of [9, 11])
    await db
      .insertInto('audit_log')
      .values({ ...entry, id: `${ago}`, at: clock.now - ago * DAY_MS })
      .execute();
  for (const ago of [20, 21])
    await db
      .insertInto('usage_days')
      .values({ ...usage, day: day(ago) })
      .execute();
  const revoked = await keys.create({ name: 'revoked' });
  await keys.revoke(revoked.key.id);
  const ending = await keys.create({ name: 'ending', expiresAt: clock.now + DAY_MS });

  const left = async () => [
    (await db.selectFrom('audit_log').select('id').orderBy('at', 'desc').execute()).map(({ id }) => id),
    (await db.selectFrom('usage_days').select('day').orderBy('day', 'desc').execute()).map((row) => row.day),
    (await keys.list()).map(({ name }) => name).sort(),
  ];
  await purgeExpired(db, { auditDays: 0, usageDays: 0, endedKeysDays: 0 }, clock.now + 4000 * DAY_MS);
  expect(await left()).toEqual([
    ['9', '11'],
    [day(20), day(21)],
    ['ending', 'revoked', 'test'],
  ]);
  await purgeExpired(db, retention, clock.now);
  expect(await left()).toEqual([['9'], [day(20)], ['ending', 'revoked', 'test']]);
  await purgeExpired(db, retention, clock.now + 30.5 * DAY_MS);
  expect((await left())[2]).toEqual(['ending', 'test']);
  expect(ending.key.expiresAt).toBeGreaterThan(0);
});

test('a removed account leaves its email nowhere, and its keys go on', async () => {
  const owner = await dashboard.owner();
  const { json: kept } = await owner.post('keys', NEW);
  const { json: ended } = await owner.post('keys', NEW);
  await owner.post(`keys/${ended.key.id}/revoke`, {});
  const { db, origin } = dashboard.service;
  const admin = createAccountAdmin(db, cheapPasswords, { record: async () => undefined });
  expect(await admin.remove(OWNER.email)).toBe(true);
  expect(await admin.remove(OWNER.email)).toBe(false);
  for (const table of ['accounts', 'sessions', 'devices', 'audit_log', 'api_keys'] as const) {
    const rows = await db.selectFrom(table).selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(OWNER.email);
  }
  expect((await owner.get('keys')).status).toBe(401);
  const headers = { 'x-api-key': kept.secret };
  expect(
    (await fetch(`${origin}/api/v1/compress`, { method: 'POST', body: await form(), headers })).status,
  ).toBe(200);
});
