import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { built } from '../../library/testing/built.ts';

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** The built command in a separate process. */
export interface RealProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves when standard output has `count` lines. */
  lines(count: number): Promise<void>;
}

/** @param stateFolder folder for its records */
export function startPagelight(
  args: readonly string[],
  stateFolder: string,
  { env = {}, ...options }: SpawnOptions = {},
): RealProcess {
  const child = spawn(process.execPath, [built('package/pagelight'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
    env: { PATH: process.env.PATH, PAGELIGHT_STATE_DIR: stateFolder, ...env },
  });
  const text = { out: '', err: '' };
  child.stdout?.on('data', (chunk) => {
    text.out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    text.err += chunk;
  });
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, ...text }));
  const lines = async (count: number) => {
    while (text.out.split('\n').length <= count && child.exitCode === null) await once(child.stdout!, 'data');
  };
  return { child, ended, lines };
}
