import { expect, test } from 'vitest';
import { ROLES } from '../../accounts/roles.ts';
import { dashboardUnderTest, form, GUESTS_PASSWORD, isSignedIn } from '../../testing/dashboard.ts';
import type { Answer, DashboardClient } from '../../testing/dashboard-client.ts';
import { ACCESS } from './access.ts';

const dashboard = dashboardUnderTest();
const NEW = { name: 'Shop', expiresAt: null, limitPerMinute: null };

/** The response to an empty request: a permitted client gets a validation error or a result. */
const ask = async (client: DashboardClient, address: string) => {
  const [method, path] = address.split(' ') as [string, string];
  const target = path.replace(':id', 'nobody');
  return method === 'GET' ? client.get(target) : client.post(target, {});
};

const refusal = ({ json }: Answer) => (json === false ? undefined : json.code);

test('nobody who is not signed in gets further than the door', async () => {
  await dashboard.owner();
  for (const [address, access] of Object.entries(ACCESS)) {
    const code = refusal(await ask(dashboard.visitor(), address));
    expect([address, code === 'unauthenticated']).toEqual([address, access !== 'anyone']);
    expect(code).not.toBe('not_allowed');
  }
});

test.each(ROLES)('%s: every address takes them or not, as the table says', async (role) => {
  const email = 'guest@example.org';
  const guest = await dashboard.guest(role, email);
  for (const [address, access] of Object.entries(ACCESS)) {
    // Some requests end the session.
    if (!(await isSignedIn(guest))) await guest.post('sign-in', { email, password: GUESTS_PASSWORD });
    const answer = await ask(guest, address);
    const isTaken = access === 'anyone' || access.includes(role);
    expect([address, refusal(answer) === 'not_allowed']).toEqual([address, !isTaken]);
    expect([address, answer.status < 500, refusal(answer) === 'unauthenticated']).toEqual([
      address,
      true,
      false,
    ]);
  }
});

test('a member sees and changes their own keys alone, and what those did', async () => {
  const [owner, member] = [await dashboard.owner(), await dashboard.guest('member')];
  const [theirs, own] = [await owner.post('keys', NEW), await member.post('keys', { ...NEW, name: 'Own' })];
  for (const { json } of [theirs, own])
    await fetch(`${dashboard.service.origin}/api/v1/compress`, {
      method: 'POST',
      body: await form(),
      headers: { 'x-api-key': json.secret },
    });
  await dashboard.service.usage.flush();

  const seenBy = async (client: DashboardClient) => {
    const [{ json: keys }, { json: usage }] = [await client.get('keys'), await client.get('usage')];
    return [
      keys.keys.map((key: { name: string; createdBy: string }) => [key.name, key.createdBy]).sort(),
      usage.keys.map(({ name }: { name: string }) => name).sort(),
      usage.rows.length,
    ];
  };
  const everything = [
    [
      ['Own', 'member@example.org'],
      ['Shop', 'laura@example.org'],
      ['test', null],
    ],
    ['Own', 'Shop', 'test'],
    2,
  ];
  expect(await seenBy(member)).toEqual([[['Own', 'member@example.org']], ['Own'], 1]);
  expect(await seenBy(owner)).toEqual(everything);
  expect(await seenBy(await dashboard.guest('viewer'))).toEqual(everything);

  const { id } = theirs.json.key;
  const change = { name: 'Mine now' };
  for (const [path, body] of [
    [`keys/${id}`, change],
    [`keys/${id}/roll`, { overlapHours: 1 }],
    [`keys/${id}/revoke`, {}],
  ] as const)
    expect((await member.post(path, body)).status).toBe(404);
  expect((await member.post(`keys/${own.json.key.id}`, change)).json).toMatchObject(change);
  const rolled = await member.post(`keys/${own.json.key.id}/roll`, { overlapHours: 1 });
  // The replacement belongs to the same member.
  expect((await member.post(`keys/${rolled.json.key.id}/revoke`, {})).status).toBe(204);
});

test('another role holds from the next request on, in a session that is open', async () => {
  const [owner, member] = [await dashboard.owner(), await dashboard.guest('member')];
  const { json } = await owner.get('people');
  const { id } = json.people.find(({ role }: { role: string }) => role === 'member');
  expect((await member.get('audit')).status).toBe(403);
  expect((await owner.post(`people/${id}/role`, { role: 'viewer' })).status).toBe(204);
  expect([(await member.get('audit')).status, (await member.post('keys', NEW)).status]).toEqual([200, 403]);
  expect((await owner.post(`people/${id}/role`, { role: 'king' })).json.errors).toMatchObject([
    { field: 'role' },
  ]);
  expect((await member.get('session')).json.role).toBe('viewer');
});
