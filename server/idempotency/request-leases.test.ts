import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBestEffortWrites } from '../db/best-effort-writes.ts';
import { startTestService, type TestService } from '../testing/service.ts';
import { createRequestLeases, type RequestLease } from './request-leases.ts';

const MINUTE_MS = 60_000;

let service: TestService;
beforeEach(async () => {
  service = await startTestService();
});
afterEach(() => service.close());

/** The leases as another replica on the same database has them. */
function replica() {
  const bookkeeping = createBestEffortWrites(pino({ level: 'silent' }), () => undefined);
  return createRequestLeases(service.db, bookkeeping, async () => service.clock.now);
}

const claimed = async (of: ReturnType<typeof replica>) => (await of.begin('one', 'f')) as RequestLease;

test('a replica that stood still until its claim was over takes no claim of another away', async () => {
  const [late, other, third] = [replica(), replica(), replica()];
  const lost = await claimed(late);
  service.clock.now += MINUTE_MS;
  const held = await claimed(other);
  await lost.release();
  expect(await third.begin('one', 'f')).toBe('running');
  await held.release();
  await (await claimed(third)).release();
});

test('one that could not write its claim down takes no claim of another away', async () => {
  const [unheard, other, third] = [replica(), replica(), replica()];
  await service.db.schema.alterTable('running_requests').renameTo('away').execute();
  const unwritten = await claimed(unheard);
  await service.db.schema.alterTable('away').renameTo('running_requests').execute();
  const held = await claimed(other);
  await unwritten.release();
  expect(await third.begin('one', 'f')).toBe('running');
  await held.release();
});
