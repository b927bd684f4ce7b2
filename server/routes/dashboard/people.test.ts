import { expect, test } from 'vitest';
import { INVITATION_MS } from '../../accounts/invitations.ts';
import { dashboardUnderTest, GUESTS_PASSWORD, isSignedIn, OWNER } from '../../testing/dashboard.ts';
import type { DashboardClient } from '../../testing/dashboard-client.ts';

const dashboard = dashboardUnderTest();
const MINA = { email: 'mina@example.org', role: 'viewer' };

const invite = async (owner: DashboardClient, whom = MINA) => (await owner.post('invitations', whom)).json;
const idOf = async (owner: DashboardClient, email: string): Promise<string> =>
  (await owner.get('people')).json.people.find((person: { email: string }) => person.email === email).id;
const logged = async (owner: DashboardClient) =>
  (await owner.get('audit')).json.entries
    .map(({ action, actor, subject, detail }: Record<string, string>) => [action, actor, subject, detail])
    .filter(([action]: string[]) => !/^(signed-in|key-created)$/.test(action!));

test('a link brings one person in, once, with the role that the owner chose', async () => {
  const owner = await dashboard.owner();
  const { token, invitation } = await invite(owner, { ...MINA, email: ' Mina@Example.org ' });
  expect(invitation).toMatchObject({ ...MINA, invitedBy: OWNER.email });
  const pending = (await owner.get('people')).json;
  expect(pending.invitations).toEqual([invitation]);
  expect(JSON.stringify(pending)).not.toContain(token);
  const kept = await dashboard.service.db.selectFrom('invitations').selectAll().execute();
  expect(JSON.stringify(kept)).not.toContain(token);

  dashboard.service.clock.now += 1;
  const mina = dashboard.visitor();
  const shown = await mina.post('invitation', { token });
  expect(shown.json).toEqual({ ...MINA, invitedBy: OWNER.email });
  const short = await mina.post('invitation/accept', { token, password: 'short' });
  expect(short.json.errors).toMatchObject([{ field: 'password' }]);
  const accepted = await mina.post('invitation/accept', { token, password: GUESTS_PASSWORD });
  expect([accepted.status, accepted.json]).toEqual([200, { isSetUp: true, ...MINA }]);
  expect(await isSignedIn(mina)).toBe(true);
  expect(
    (await dashboard.visitor().post('sign-in', { email: MINA.email, password: GUESTS_PASSWORD })).status,
  ).toBe(200);

  const again = await dashboard.visitor().post('invitation/accept', { token, password: GUESTS_PASSWORD });
  expect([again.status, again.json.code]).toEqual([403, 'invalid_invitation']);
  const { people, invitations } = (await owner.get('people')).json;
  expect(invitations).toEqual([]);
  expect(people).toMatchObject([
    { email: OWNER.email, role: 'owner', hasSecondFactor: false },
    { ...MINA, signedInAt: dashboard.service.clock.now },
  ]);
  expect(await logged(owner)).toEqual(
    expect.arrayContaining([
      ['invitation-accepted', MINA.email, MINA.email, 'viewer'],
      ['person-invited', OWNER.email, MINA.email, 'viewer'],
    ]),
  );
  expect(JSON.stringify(dashboard.service.logLines)).not.toContain(token);
});

test('of two who use one link at the same moment one comes in', async () => {
  const { token } = await invite(await dashboard.owner());
  const both = await Promise.all(
    [1, 2].map(() => dashboard.visitor().post('invitation/accept', { token, password: GUESTS_PASSWORD })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
});

test('a link ends after a week, when it is taken back, and no email is invited twice', async () => {
  const owner = await dashboard.owner();
  const first = await invite(owner);
  for (const email of [MINA.email, OWNER.email]) {
    const { status, json } = await owner.post('invitations', { ...MINA, email });
    expect([status, json.code]).toEqual([409, 'email_taken']);
  }
  expect((await owner.post(`invitations/${first.invitation.id}/revoke`, {})).status).toBe(204);
  expect((await owner.post(`invitations/${first.invitation.id}/revoke`, {})).status).toBe(404);
  const second = await invite(owner);
  const use = (token: string) => dashboard.visitor().post('invitation', { token });
  expect([(await use(first.token)).status, (await use(second.token)).status]).toEqual([403, 200]);
  dashboard.service.clock.now += INVITATION_MS;
  expect((await use(second.token)).json.code).toBe('invalid_invitation');
  const later = await dashboard.owner();
  expect((await later.get('people')).json.invitations).toEqual([]);
  expect((await invite(later)).token).toMatch(/^[0-9A-Za-z]{32}$/);
});

test('links are not to be guessed: one address tries a few', async () => {
  await dashboard.owner();
  const guess = (n: number) => dashboard.visitor().post('invitation', { token: `guess ${n}` });
  const statuses = [];
  for (let n = 0; n < 22; n += 1) statuses.push((await guess(n)).status);
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 403), 429, 429]);
});

test('an owner ends the sessions of somebody, and removes them with their keys or without', async () => {
  const owner = await dashboard.owner();
  const NEW = { name: 'Theirs', expiresAt: null, limitPerMinute: null };
  for (const revokeKeys of [false, true]) {
    const member = await dashboard.guest('member');
    const id = await idOf(owner, 'member@example.org');
    const { json: made } = await member.post('keys', NEW);
    expect((await owner.post(`people/${id}/sign-out`, {})).status).toBe(204);
    expect(await isSignedIn(member)).toBe(false);
    await member.post('sign-in', { email: 'member@example.org', password: GUESTS_PASSWORD });
    expect(await isSignedIn(member)).toBe(true);

    expect((await owner.post(`people/${id}/remove`, { revokeKeys })).status).toBe(204);
    expect(await isSignedIn(member)).toBe(false);
    expect((await owner.post(`people/${id}/remove`, {})).status).toBe(404);
    expect(await dashboard.service.keys.check(made.secret)).toMatchObject({ ok: !revokeKeys });
  }
  // All have the same time, so their order is undefined.
  expect((await logged(owner)).sort()).toMatchObject(
    [
      ...Array.from({ length: 2 }, () => ['invitation-accepted', 'member@example.org']),
      ['key-revoked', OWNER.email, 'Theirs', ''],
      ...Array.from({ length: 2 }, () => ['person-invited', OWNER.email]),
      ...Array.from({ length: 2 }, () => ['person-removed', OWNER.email, 'member@example.org', '']),
      ...Array.from({ length: 2 }, () => ['person-signed-out', OWNER.email, 'member@example.org', '']),
    ].map(([a, b, c = expect.anything(), d = expect.anything()]) => [a, b, c, d]),
  );
});

test('links of who is removed, or is no owner any more, bring nobody in', async () => {
  const owner = await dashboard.owner();
  const use = async (token: string) => (await dashboard.visitor().post('invitation', { token })).status;
  const own = await invite(owner);
  for (const [path, body] of [
    ['role', { role: 'member' }],
    ['remove', {}],
  ] as const) {
    const second = await dashboard.guest('owner', 'jonas@example.org');
    const { token } = await invite(second, { email: 'again@example.org', role: 'owner' });
    expect(await use(token)).toBe(200);
    const id = await idOf(owner, 'jonas@example.org');
    expect((await owner.post(`people/${id}/${path}`, body)).status).toBe(204);
    expect(await use(token)).toBe(403);
    if (path === 'role') await owner.post(`people/${id}/remove`, {});
  }
  expect(await use(own.token)).toBe(200);
});

test('one owner always stays, also when two make each other go at the same moment', async () => {
  const owner = await dashboard.owner();
  const own = await idOf(owner, OWNER.email);
  for (const [path, body] of [
    [`people/${own}/role`, { role: 'member' }],
    [`people/${own}/remove`, {}],
  ] as const) {
    const { status, json } = await owner.post(path, body);
    expect([status, json.code]).toEqual([409, 'last_owner']);
  }
  const second = await dashboard.guest('owner', 'jonas@example.org');
  const theirs = await idOf(owner, 'jonas@example.org');
  const both = await Promise.all([
    owner.post(`people/${theirs}/role`, { role: 'viewer' }),
    second.post(`people/${own}/remove`, {}),
  ]);
  // The second owner has lost the role, is removed, or is refused as the last one.
  expect(both.filter(({ status }) => status === 204)).toHaveLength(1);
  const left = await dashboard.service.db.selectFrom('accounts').select('role').execute();
  expect(left.filter(({ role }) => role === 'owner')).toHaveLength(1);
});
