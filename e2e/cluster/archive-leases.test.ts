import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgresLeases } from '../../cli/archive/run/postgres-leases.ts';
import { smallPdf } from '../../server/testing/documents.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { type Program, removeFolder, startProgram, temporaryFolder } from './programs.ts';

const COMMAND = fileURLToPath(new URL('../../dist/package/pagelight.js', import.meta.url));
const { signal } = new AbortController();

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.remove());

const opened = (run: string, deadMs = 60_000) =>
  openPostgresLeases(postgres.url, { run, deadMs, signal, patienceMs: 30_000 });

async function sql(text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test('processes that start at once make one table, and one of them has a lease', async () => {
  const all = await Promise.all(Array.from({ length: 6 }, () => opened('start')));
  const taken = await Promise.all(all.map((leases) => leases.take('1')));
  expect(taken.filter((lease) => lease !== undefined)).toHaveLength(1);
  // Another run has its own.
  const other = await opened('other');
  expect((await other.take('1'))?.isHeld()).toBe(true);
  await Promise.all([...all, other].map((leases) => leases.close()));
  expect(await sql('select * from pagelight_archive_leases')).toEqual([]);
});

test('a silent holder loses its lease by the clock of the database, seals nothing, and takes nothing from its successor', async () => {
  const [frozen, next] = [await opened('token'), await opened('token')];
  const lease = (await frozen.take('1'))!;
  expect(await next.take('1')).toBeUndefined();
  await sql(`update pagelight_archive_leases set expires_at = now() - interval '1 second'`);
  const successor = (await next.take('1'))!;
  let sealed = '';
  expect(await lease.whileHeld(async () => void (sealed += 'frozen'))).toBe(false);
  expect(lease.isHeld()).toBe(false);
  await lease.release();
  expect(await successor.whileHeld(async () => void (sealed += 'next'))).toBe(true);
  expect(sealed).toBe('next');
  await Promise.all([frozen.close(), next.close()]);
});

test('nobody takes a shard over while it is sealed, even if its lease expires meanwhile', async () => {
  const [sealing, other] = [await opened('seal', 1000), await opened('seal', 1000)];
  const lease = (await sealing.take('1'))!;
  const seen: unknown[] = [];
  const isSealed = await lease.whileHeld(async () => {
    const expired = () =>
      sql('select run from pagelight_archive_leases where expires_at < clock_timestamp()');
    await expect.poll(expired, { timeout: 10_000 }).toHaveLength(1);
    seen.push(await other.take('1'));
  });
  expect({ isSealed, seen }).toEqual({ isSealed: true, seen: [undefined] });
  await lease.release();
  expect(await other.take('1')).toBeDefined();
  await Promise.all([sealing.close(), other.close()]);
});

test('leases survive a restart of PostgreSQL, and a wrong password ends the run with a sentence', async () => {
  const leases = await opened('restart');
  const lease = (await leases.take('1'))!;
  await postgres.stop('SIGQUIT');
  const other = leases.take('2');
  await postgres.start();
  expect((await other)?.isHeld()).toBe(true);
  expect(await lease.whileHeld(async () => undefined)).toBe(true);
  await leases.close();
  const nowhere = postgres.url.replace(/\/postgres$/, '/no_such_database');
  await expect(openPostgresLeases(nowhere, { run: 'x', deadMs: 1000, signal })).rejects.toThrow(
    'the database of --leases: database "no_such_database" does not exist',
  );
});

test('processes share an archive by PostgreSQL while they are killed and it restarts: each PDF once', async () => {
  const folder = await temporaryFolder('leases');
  const archive = (...args: readonly string[]) =>
    startProgram(process.execPath, [COMMAND, 'archive', ...args], {
      env: { PAGELIGHT_LEASES: postgres.url },
    });
  const exited = ({ child }: Program) =>
    new Promise<number | null>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) resolve(child.exitCode);
      else child.once('exit', resolve);
    });
  const pdf = Buffer.from(await smallPdf());
  await mkdir(join(folder, 'in'));
  for (let n = 0; n < 60; n++)
    await writeFile(join(folder, 'in', `${n}.pdf`), Buffer.concat([pdf, Buffer.from(`% ${n}`)]));
  const run = join(folder, 'run');
  expect(await exited(archive('plan', join(folder, 'in'), run, '--shard-size', '6', '--sample', '0'))).toBe(
    0,
  );
  const begin = () => archive('run', run, '--to', join(folder, 'out'), '--dead-after', '3s', '--jobs', '1');
  let kills = 4;
  const place = async (): Promise<void> => {
    const program = begin();
    const sealed = await seals(run);
    if (kills > 0) {
      kills -= 1;
      // Killed in a shard: once another one than at its start is sealed, by any process.
      await expect.poll(() => seals(run), { timeout: 60_000 }).toBeGreaterThan(sealed);
      program.child.kill('SIGKILL');
      if (kills === 2) {
        await postgres.stop('SIGQUIT');
        await postgres.start();
      }
    }
    const code = await exited(program);
    if (program.child.signalCode === 'SIGKILL') return place();
    expect({ code, output: program.output() }).toMatchObject({ code: 0 });
  };
  await Promise.all([place(), place()]);
  const keys: string[] = [];
  for (const name of await readdir(join(run, 'manifests/0000')))
    for (const line of (await readFile(join(run, 'manifests/0000', name), 'utf8'))
      .trim()
      .split('\n')
      .slice(1))
      keys.push(JSON.parse(line).key);
  expect(keys.sort()).toEqual(Array.from({ length: 60 }, (_, n) => `${n}.pdf`).sort());
  expect(await exited(archive('verify', run, '--sample', '20%'))).toBe(0);
  expect(await readdir(run)).not.toContain('leases');
  await removeFolder(folder);
});

async function seals(run: string): Promise<number> {
  return (await readdir(join(run, 'seals/0000')).catch(() => [])).length;
}
