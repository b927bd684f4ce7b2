import { describe, expect, test } from 'vitest';
import { dashboardUnderTest, form, OWNER } from '../../testing/dashboard.ts';
import { smallPdf } from '../../testing/documents.ts';

const dashboard = dashboardUnderTest();

describe('keys', () => {
  const compress = async (key: string) =>
    fetch(`${dashboard.service.origin}/api/v1/compress`, {
      method: 'POST',
      body: await form(),
      headers: { authorization: `Bearer ${key}` },
    });

  test('one is made, used, seen with what it did, revoked, and then opens nothing', async () => {
    const client = await dashboard.owner();
    dashboard.service.clock.now += 1;
    const expiresAt = dashboard.service.clock.now + 1000 * 60 * 60;
    const made = await client.post('keys', { name: ' Shop ', expiresAt, limitPerMinute: 60 });
    expect(made.status).toBe(201);
    const { secret, key } = made.json;
    expect(key).toMatchObject({ name: 'Shop', expiresAt, limitPerMinute: 60, lastUsedAt: null, requests: 0 });

    const answer = await compress(secret);
    expect(answer.status).toBe(200);
    const bytesOut = (await answer.arrayBuffer()).byteLength;
    expect(
      (
        await fetch(`${dashboard.service.origin}/api/v1/compress`, {
          method: 'POST',
          body: 'nonsense',
          headers: { 'x-api-key': secret },
        })
      ).status,
    ).toBe(415);
    await dashboard.service.usage.flush();

    const listed = (await client.get('keys')).json;
    expect(listed.now).toBe(dashboard.service.clock.now);
    expect(listed.keys).toHaveLength(2);
    expect(listed.keys[1]).toMatchObject({ ...key, requests: 2, lastUsedAt: dashboard.service.clock.now });
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
      revokedAt: dashboard.service.clock.now,
      revokedBy: OWNER.email,
    });
    expect((await client.post('keys/nobody/revoke', {})).status).toBe(404);
  });

  test('names may hold what they like and come back as they were', async () => {
    const client = await dashboard.owner();
    dashboard.service.clock.now += 1;
    const names = ["Robert'); drop table api_keys; --", '<script>alert(1)</script>', '=1+1', 'ä „ö“ 漢字 🔑'];
    for (const name of names) {
      expect((await client.post('keys', { name, expiresAt: null, limitPerMinute: null })).status).toBe(201);
      dashboard.service.clock.now += 1;
    }
    const listed = (await client.get('keys')).json.keys.map(({ name }: { name: string }) => name);
    expect(listed).toEqual(['test', ...names]);
  });

  test('every wrong field of a new key is named at once', async () => {
    const client = await dashboard.owner();
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
