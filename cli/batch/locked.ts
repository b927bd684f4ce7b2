import { setTimeout as wait } from 'node:timers/promises';
import type { Output } from '../../library/terminal/output.ts';
import { type LockHolder, lockPaths } from '../leases/run-lock.ts';
import { sanitizeForTerminal } from '../terminal/printable.ts';

export interface LockDeps {
  readonly stateFolder: string;
  readonly output: Output;
  readonly signal: AbortSignal;
}

const MIN_POLL_MS = 200;
const MAX_POLL_MS = 400;

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
  // By chance: two runs that start in the same moment must not go on meeting.
  const pause = () => wait(MIN_POLL_MS + Math.random() * (MAX_POLL_MS - MIN_POLL_MS), undefined, { signal });
  let release = () => {};
  try {
    release = await lockPaths(stateFolder, files, { onWait, pause });
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
