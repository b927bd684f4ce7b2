import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../support/free-port.ts';
import {
  type Program,
  postgresProgram,
  removeFolder,
  startProgram,
  temporaryFolder,
  until,
  userOf,
} from './programs.ts';

/** A PostgreSQL started by the test. */
export interface Postgres {
  /** URL of an empty database. */
  readonly url: string;
  /** Stops it: SIGINT closes connections and writes data, SIGQUIT aborts at once, SIGKILL kills it. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  start(): Promise<void>;
  /** Pauses all its processes, which looks like a network black hole; returns a function that resumes them. */
  freeze(): Promise<() => void>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

export interface Login {
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** @param login default: no password, and the database that every PostgreSQL has */
export async function startPostgres(login?: Login): Promise<Postgres> {
  const user = userOf('postgres');
  const folder = await temporaryFolder('postgres', user);
  const data = join(folder, 'data');
  const port = await freePort();
  const passwordFile = join(folder, 'password');
  if (login !== undefined) await writeFile(passwordFile, login.password, { mode: 0o644 });
  const access = login === undefined ? ['-A', 'trust'] : ['-A', 'scram-sha-256', '--pwfile', passwordFile];
  const initdb = ['-D', data, '-U', login?.user ?? 'pagelight', ...access, '-E', 'UTF8', '--no-sync'];
  execFileSync(postgresProgram('initdb'), initdb, { stdio: 'pipe', cwd: folder, ...user });

  let program: Program;
  const start = async () => {
    const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'fsync=off'];
    const begin = () => {
      program = startProgram(
        postgresProgram('postgres'),
        ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
        { user, cwd: folder },
      );
    };
    begin();
    await until('PostgreSQL accepts connections', async () => {
      // Leftovers of a killed server disappear in their own time, and it does not start before that.
      if (program.child.exitCode !== null && program.output().includes('still in use')) begin();
      return accepts(port);
    });
  };
  const stop = (signal: NodeJS.Signals = 'SIGINT') => program.stop(signal);
  await start();
  const server = `postgres://${login === undefined ? 'pagelight' : `${login.user}:${login.password}`}@127.0.0.1:${port}`;
  // It accepts connections before it answers them.
  if (login !== undefined)
    await until('it is up', () => createDatabase(`${server}/postgres`, login.database), program!);
  const url = `${server}/${login?.database ?? 'postgres'}`;
  return {
    url,
    start,
    stop,
    freeze: () => freeze(url, program.child.pid!),
    async remove() {
      await stop();
      await removeFolder(folder);
    },
  };
}

/** False while PostgreSQL starts up. */
async function createDatabase(url: string, name: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.query(`create database ${client.escapeIdentifier(name)}`);
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '57P03') return false;
    throw error;
  } finally {
    await client.end();
  }
}

/** First the process that forks others, then the existing ones, so that no new one appears in between. */
async function freeze(url: string, postmaster: number): Promise<() => void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  process.kill(postmaster, 'SIGSTOP');
  const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity');
  const pids = [...rows.map(({ pid }) => pid), postmaster];
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  return () => {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
    void client.end();
  };
}

/** Whether this port accepts connections. */
export function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
