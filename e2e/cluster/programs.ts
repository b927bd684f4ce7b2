import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A program started by a test, in a folder that is removed with it. */
export interface Program {
  readonly child: ChildProcess;
  /** All output so far. */
  output(): string;
  /** Sends this signal and waits until the program has ended. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface User {
  readonly uid: number;
  readonly gid: number;
}

export function startProgram(
  file: string,
  args: readonly string[],
  options: { readonly env?: NodeJS.ProcessEnv; readonly user?: User | undefined; readonly cwd?: string } = {},
): Program {
  const child = spawn(file, args, {
    env: { PATH: process.env.PATH, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    ...options.user,
  });
  let text = '';
  const keep = (chunk: Buffer) => {
    text += chunk.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const gone = once(child, 'exit').catch(() => undefined);
  return {
    child,
    output: () => text,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await gone;
    },
  };
}

/** Polls until the condition holds. Fails if the program has ended meanwhile. */
export async function until(
  what: string,
  isSo: () => Promise<boolean>,
  program?: Program,
  timeoutMs = 120_000,
): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!(await isSo())) {
    const ended = program !== undefined && program.child.exitCode !== null;
    if (ended || performance.now() > end) throw new Error(`never: ${what}\n${program?.output() ?? ''}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Creates a folder, owned by the given user if any. */
export async function temporaryFolder(name: string, user?: User): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `pagelight-${name}-`));
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  return folder;
}

export function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true });
}

/** PostgreSQL refuses to run as root; Debian's package brings a user for it. */
export function userOf(name: string): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, name]).toString());
  return { uid: id('-u'), gid: id('-g') };
}

/** Debian keeps the programs of each PostgreSQL version off the PATH; takes the newest. */
export function postgresProgram(name: string): string {
  const versions = '/usr/lib/postgresql';
  const found = (existsSync(versions) ? readdirSync(versions) : [])
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(versions, version, 'bin', name))
    .find((file) => existsSync(file));
  return found ?? name;
}
