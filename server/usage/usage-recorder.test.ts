import { rm } from 'node:fs/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBestEffortWrites } from '../db/best-effort-writes.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { createKeyService } from '../keys/key-service.ts';
import { inMemoryFolder } from '../testing/in-memory-folder.ts';
import { createUsageRecorder, type Use } from './usage-recorder.ts';
import { lastDays, requestsByKey, usageOf } from './usage-report.ts';

const log = pino({ level: 'silent' });
/** 2027-01-15 08:00 UTC */
const START = 1_800_000_000_000;

let folder: string;
let db: Database;
let now: number;

beforeEach(async () => {
  folder = await inMemoryFolder();
  db = await openDatabase({ dataDir: folder });
  now = START;
});
afterEach(async () => {
  await db.destroy();
  await rm(folder, { recursive: true });
});

const use = (keyId: string, more: Partial<Use> = {}): Use => ({
  keyId,
  isError: false,
  bytesIn: 100,
  bytesOut: 40,
  bytesSaved: 60,
  ...more,
});
const recorder = () =>
  createUsageRecorder(
    db,
    createBestEffortWrites(log, () => undefined),
    () => now,
  );
const report = () => usageOf(db, lastDays(30, now));

test('two replicas add up per day and key, and days are UTC', async () => {
  const [one, other] = [recorder(), recorder()];
  one.record(use('a'));
  one.record(use('a', { isError: true, bytesOut: 0, bytesSaved: 0 }));
  other.record(use('a'));
  other.record(use('b'));
  await Promise.all([one.flush(), other.flush()]);
  now += 16 * 60 * 60 * 1000 - 1;
  one.record(use('a'));
  now += 1;
  one.record(use('a'));
  await one.flush();

  const row = { errors: 0, bytesIn: 100, bytesOut: 40, bytesSaved: 60 };
  expect(await report()).toEqual([
    { day: '2027-01-15', keyId: 'a', requests: 4, errors: 1, bytesIn: 400, bytesOut: 120, bytesSaved: 180 },
    { day: '2027-01-15', keyId: 'b', requests: 1, ...row },
    { day: '2027-01-16', keyId: 'a', requests: 1, ...row },
  ]);
  expect(await requestsByKey(db, lastDays(1, now))).toEqual(new Map([['a', 1]]));
  expect(await requestsByKey(db, lastDays(30, now))).toEqual(
    new Map([
      ['a', 5],
      ['b', 1],
    ]),
  );
});

test('the last use of a key is written with it, and an older one of a slower replica does not win', async () => {
  const keys = createKeyService(db, () => now);
  const { key } = await keys.create({ name: 'shop' });
  const [slow, quick] = [recorder(), recorder()];
  slow.record(use(key.id));
  now += 5000;
  quick.record(use(key.id));
  await quick.flush();
  await slow.flush();
  expect(await keys.list()).toMatchObject([{ lastUsedAt: START + 5000 }]);
});

test('what could not be written is counted once when the database is back', async () => {
  const usage = recorder();
  await db.schema.alterTable('usage_days').renameTo('gone').execute();
  usage.record(use('a'));
  await usage.flush();
  usage.record(use('a'));
  await db.schema.alterTable('gone').renameTo('usage_days').execute();
  await usage.flush();
  await usage.flush();
  expect(await report()).toMatchObject([{ requests: 2, bytesIn: 200 }]);
});
