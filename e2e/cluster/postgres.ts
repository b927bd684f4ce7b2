import { execFileSync } from 'node:child_process';
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

/** A PostgreSQL of the test's own. */
export interface Postgres {
  /** Address of an empty database. */
  readonly url: string;
  /** Ends it: SIGINT cuts connections and writes data, SIGQUIT cuts at once, SIGKILL asks nobody. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  start(): Promise<void>;
  /** Stops all its processes where they are, as a black hole in the network would look; returns what lets them go on. */
  freeze(): Promise<() => void>;
  /** Ends it and removes its data. */
  remove(): Promise<void>;
}

export async function startPostgres(): Promise<Postgres> {
  const user = userOf('postgres');
  const folder = await temporaryFolder('postgres', user);
  const data = join(folder, 'data');
  const port = await freePort();
  const initdb = ['-D', data, '-U', 'pagelight', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
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
      // What a kill left behind goes in its own time, and it does not start beside that.
      if (program.child.exitCode !== null && program.output().includes('still in use')) begin();
      return accepts(port);
    });
  };
  const stop = (signal: NodeJS.Signals = 'SIGINT') => program.stop(signal);
  await start();
  const url = `postgres://pagelight@127.0.0.1:${port}/postgres`;
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

/** First the process that makes others, then those that are there: no new one comes in between. */
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

/** Whether something listens on this port. */
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
