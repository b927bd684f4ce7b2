import { mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import Libsql from 'libsql';
import { afterEach, describe, expect, test } from 'vitest';
import { createKey } from '../keys/key-format.ts';
import { createKeyService } from '../keys/key-service.ts';
import { ConfigError } from '../settings/config-error.ts';
import { smallPdf } from '../testing/documents.ts';
import { type HttpService, startHttpService } from '../testing/http-service.ts';
import { type Database, openDatabase } from './database.ts';
import { createHealthCheck } from './health.ts';
import { DatabaseUnavailable } from './unavailable.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'pagelight-sqlite-'));
  closing.push(() => rm(made, { recursive: true }));
  return made;
}

async function opened(dataDir: string): Promise<Database> {
  const db = await openDatabase({ dataDir });
  closing.push(() => db.destroy());
  return db;
}

/** Path of this database. */
async function fileOf(db: Database): Promise<string> {
  const { rows } = await sql<{ file: string }>`select file from pragma_database_list`.execute(db);
  return rows[0]!.file;
}

/** Another program that writes and keeps its transaction open. */
async function lock(db: Database): Promise<() => void> {
  const other = new Libsql(await fileOf(db));
  other.exec('begin immediate');
  return () => {
    other.exec('rollback');
    other.close();
  };
}

/** No page can be added, and existing ones have no room for new rows. */
async function fill(db: Database): Promise<() => Promise<void>> {
  const limit = (pages: number) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(db);
  // SQLite raises this to the current number of pages.
  await limit(1);
  const untilFull = async (add: (n: number) => Promise<unknown>) => {
    for (let n = 0; ; n += 1) await add(n);
  };
  const row = { fingerprint: '', report: '', expires_at: Number.MAX_SAFE_INTEGER };
  const adds = [
    () => createKeyService(db).create({ name: 'x'.repeat(1000) }),
    (n: number) =>
      db
        .insertInto('answered_requests')
        .values({ ...row, id: `${n}` })
        .execute(),
  ];
  for (const add of adds) await expect(untilFull(add)).rejects.toThrow(DatabaseUnavailable);
  return async () => void (await limit(1_000_000));
}

async function forbid(db: Database): Promise<() => Promise<void>> {
  await sql`pragma query_only = on`.execute(db);
  return async () => void (await sql`pragma query_only = off`.execute(db));
}

describe.each([
  ['locked by another program', lock],
  ['on a full disk', fill],
  ['read-only', forbid],
])('a file that is %s', (_what, trouble) => {
  test('takes no finished document along: it is handed out, and log, metrics and readyz tell', async () => {
    const service = await startHttpService();
    closing.push(() => service.close());
    expect((await compress(service, 'before')).status).toBe(200);
    expect(await readiness(service)).toEqual([200, 'ready']);

    const end = await trouble(service.db);
    const document = await compress(service, 'meanwhile');
    expect([document.status, (await document.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
    expect((await compress(service)).status).toBe(200);
    // More than fits into the free space of existing pages.
    for (let n = 0; n < 500; n += 1) service.usage.record({ ...NO_BYTES, keyId: `${n}` });
    await service.usage.flush();
    expect(await readiness(service)).toEqual([200, 'cannot-write']);
    const metrics = await (await fetch(`${service.origin}/metrics`)).text();
    expect(metrics).toContain('pagelight_db_write_failures_total{kind="answered-request"} 1\n');
    // Usage is written by time too: on a busy machine it has failed more than once by now.
    expect(metrics).toMatch(/pagelight_db_write_failures_total\{kind="usage"\} [1-9]\d*\n/);
    for (const entry of ['answered-request', 'usage']) {
      expect(service.logLines).toContainEqual(
        expect.objectContaining({ entry, msg: 'database write failed after the response' }),
      );
    }
    await expect(service.keys.create({ name: 'y'.repeat(1000) })).rejects.toThrow(DatabaseUnavailable);

    await end();
    await service.usage.flush();
    expect(await readiness(service)).toEqual([200, 'ready']);
    const { rows } = await sql<{ n: number }>`select sum(requests) as n from usage_days`.execute(service.db);
    expect(rows).toEqual([{ n: 503 }]);
  });
});

const NO_BYTES = { isError: false, bytesIn: 0, bytesOut: 0, bytesSaved: 0 };

async function compress({ origin, key }: HttpService, name?: string): Promise<Response> {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/pdf' };
  return fetch(`${origin}/api/v1/compress`, {
    method: 'POST',
    body: await smallPdf(),
    headers: { ...headers, ...(name === undefined ? {} : { 'Idempotency-Key': name }) },
  });
}

async function readiness({ origin }: HttpService): Promise<readonly [number, string]> {
  const answer = await fetch(`${origin}/readyz`);
  return [answer.status, ((await answer.json()) as { status: string }).status];
}

test('a write waits for another program without holding the event loop', async () => {
  const db = await opened(await folder());
  const unlock = await lock(db);
  const written = createKeyService(db).create({ name: 'patient' });
  // If the event loop were blocked, this would not run before the write gave up.
  setImmediate(unlock);
  await written;
  expect(await createKeyService(db).list()).toMatchObject([{ name: 'patient' }]);
});

describe('a damaged file ends the start with one line that names it and what to do', () => {
  test('where it is no database', async () => {
    const dataDir = await folder();
    await writeFile(join(dataDir, 'pagelight.sqlite'), 'no database '.repeat(1000));
    const failed = await openDatabase({ dataDir }).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(ConfigError);
    expect((failed as Error).message).toMatch(
      /^\S+pagelight\.sqlite is damaged \([^\n]*\)\. Put a backup[^\n]*$/,
    );
  });

  test('where pages of it were overwritten', async () => {
    const dataDir = await folder();
    const db = await openDatabase({ dataDir });
    for (let n = 0; n < 50; n += 1) await createKeyService(db).create({ name: 'x'.repeat(500) });
    await sql`pragma wal_checkpoint(truncate)`.execute(db);
    await db.destroy();
    const path = join(dataDir, 'pagelight.sqlite');
    const { size } = await stat(path);
    const file = await open(path, 'r+');
    await file.write(Buffer.alloc(size - 8192, 0xa5), 0, size - 8192, 8192);
    await file.close();
    await expect(openDatabase({ dataDir })).rejects.toThrow(/pagelight\.sqlite is damaged \(.*Put a backup/);
  });
});

test('a file that is damaged while it is in use is told by what a request asks', async () => {
  const dataDir = await folder();
  const db = await opened(dataDir);
  for (let n = 0; n < 50; n += 1) await createKeyService(db).create({ name: 'x'.repeat(500) });
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
  const state = createHealthCheck(db, () => false);
  expect(await state()).toBe('well');
  const path = join(dataDir, 'pagelight.sqlite');
  const { size } = await stat(path);
  const file = await open(path, 'r+');
  await file.write(Buffer.alloc(size - 4096, 0xa5), 0, size - 4096, 4096);
  await file.close();
  // Cached pages are unchanged.
  await sql`pragma shrink_memory`.execute(db);
  await expect(createKeyService(db).check(createKey())).rejects.toThrow(DatabaseUnavailable);
  expect(await state()).toBe('gone');
});

test('the file can be read by its owner alone', async () => {
  const db = await opened(await folder());
  expect((await stat(await fileOf(db))).mode & 0o777).toBe(0o600);
});
