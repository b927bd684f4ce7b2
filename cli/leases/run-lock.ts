import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { wholePath } from '../files/same-file.ts';
import { FileLeases } from './file-leases.ts';

/** The run that holds a conflicting lock. */
export interface LockHolder {
  readonly pid: number;
  /** A path that both runs work on. */
  readonly path: string;
}

export interface LockWait {
  /** Called once, before waiting. */
  readonly onWait: (holder: LockHolder) => void;
  /** Waits between two checks. @throws to stop waiting */
  readonly pause: () => Promise<unknown>;
}

/** A run on another machine counts as ended if it did not renew its lock for this long. */
const STALE_MS = 60_000;

/**
 * Waits until no other run works on the same files or folders. Each run has a lease of a name of its own that says what it
 * works on. After it has written the lease, it looks at the others' again, so of two runs that start together at least one
 * sees the other; one that sees another takes its lease back, and waits.
 *
 * @param paths files, and folders with everything in them
 * @returns the function that releases the lock
 * @throws if the lock file cannot be written; what `pause` throws
 */
export async function lockPaths(
  stateFolder: string,
  paths: readonly string[],
  { onWait, pause }: LockWait,
): Promise<() => void> {
  const roots = paths.map(wholePath);
  const folder = join(stateFolder, 'locks');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const leases = new FileLeases(folder, { deadMs: STALE_MS, trustsOwnMachine: true });
  const release = () => void leases.close();
  const name = `${randomBytes(12).toString('hex')}.claim`;
  for (let isTold = false; ; isTold = true) {
    let holder = holderOf(roots, leases);
    if (holder === undefined) {
      leases.takeNow(name, roots);
      holder = holderOf(roots, leases);
      if (holder === undefined) return release;
      release();
    }
    if (!isTold) onWait(holder);
    await pause();
  }
}

function holderOf(roots: readonly string[], leases: FileLeases): LockHolder | undefined {
  for (const holder of leases.others()) {
    const path = holder?.roots === undefined ? roots[0] : sharedPath(roots, holder.roots);
    if (path !== undefined) return { pid: holder?.pid ?? 0, path };
  }
  return undefined;
}

/** A path that both lists contain, or that is inside a folder of both. */
function sharedPath(own: readonly string[], others: readonly string[]): string | undefined {
  const isIn = (path: string, folder: string) =>
    path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
  if (own.length * others.length <= MAX_PAIRS)
    return own.find((path) => others.some((other) => isIn(path, other) || isIn(other, path)));
  const named = new Set(others);
  return own.find((path) => named.has(path));
}

/** Above this, two long lists of files are compared by names alone. */
const MAX_PAIRS = 1_000_000;
