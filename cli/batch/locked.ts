import { setTimeout as wait } from 'node:timers/promises';
import type { Output } from '../../library/terminal/output.ts';
import { sanitizeForTerminal } from '../terminal/printable.ts';
import { type LockHolder, RunLock } from './records/run-lock.ts';

export interface LockDeps {
  readonly stateFolder: string;
  readonly output: Output;
  readonly signal: AbortSignal;
}

const LOCK_POLL_MS = 300;

/** Runs `work` while no other run on this machine works on the same paths. @throws the signal's reason */
export async function locked<T>(
  paths: readonly string[],
  work: () => Promise<T>,
  { stateFolder, output, signal }: LockDeps,
): Promise<T> {
  const files = paths.filter((path) => path !== '-');
  const onWait = ({ pid, path }: LockHolder) =>
    output.err(
      `Another run (process ${pid}) works on ${sanitizeForTerminal(path)}: this one waits until that has ended.\n`,
    );
  const pause = () => wait(LOCK_POLL_MS, undefined, { signal });
  let release = () => {};
  try {
    release = await new RunLock(stateFolder).take(files, { onWait, pause });
  } catch {
    signal.throwIfAborted();
    // Without a state folder there is no lock. Files are still written atomically.
  }
  try {
    return await work();
  } finally {
    release();
  }
}
