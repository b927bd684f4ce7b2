import { createHash, randomBytes } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join, sep } from 'node:path';
import { wholePath } from '../../files/same-file.ts';
import { isRunning } from '../../write-file-atomic.ts';

/** The run that holds a conflicting lock. */
export interface LockHolder {
  readonly pid: number;
  readonly host: string;
  /** A path that both runs work on. */
  readonly path: string;
}

export interface LockWait {
  /** Called once, before waiting. */
  readonly onWait: (holder: LockHolder) => void;
  /** Waits between two checks. @throws to stop waiting */
  readonly pause: () => Promise<unknown>;
}

interface Claim {
  /** Ticket number; null while it is being chosen. */
  readonly number: number | null;
  readonly id: string;
  readonly file: string;
  readonly content: ClaimContent | null;
}

interface ClaimContent {
  readonly pid: number;
  readonly host: string;
  /** Start time of the process, if the system provides it; a later process may reuse its id. */
  readonly startedAt: string;
  readonly roots: readonly string[];
}

/** `000001-HOST-PID-RANDOM.claim`; without a number while it is being chosen. */
const CLAIM = /^(?:(\d+)-)?([0-9a-f]{6}-\d+-[0-9a-f]{12})\.(claim|choosing)$/;
/** A claim of another machine counts as stale if it was not renewed for this long. */
const STALE_MS = 60_000;
const RENEW_MS = 10_000;

/**
 * Prevents two runs from working on the same files or folders. Lamport's bakery algorithm with one file per run in the
 * state folder: a run takes a number above all others and waits for lower numbers with overlapping paths. Claims of
 * ended runs are removed.
 */
export class RunLock {
  readonly #folder: string;
  readonly #host = createHash('sha256').update(hostname()).digest('hex').slice(0, 6);

  constructor(stateFolder: string) {
    this.#folder = join(stateFolder, 'locks');
  }

  /**
   * @param paths files, and folders with everything in them
   * @returns the function that releases the lock
   * @throws if the lock file cannot be written
   */
  async take(paths: readonly string[], { onWait, pause }: LockWait): Promise<() => void> {
    const roots = paths.map(wholePath);
    const id = `${this.#host}-${process.pid}-${randomBytes(6).toString('hex')}`;
    const content: ClaimContent = {
      pid: process.pid,
      host: hostname(),
      startedAt: startOf(process.pid),
      roots,
    };
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const choosing = join(this.#folder, `${id}.choosing`);
    writeFileSync(choosing, JSON.stringify(content), { mode: 0o600 });
    const number = 1 + this.#claims().reduce((most, claim) => Math.max(most, claim.number ?? 0), 0);
    const own = join(this.#folder, `${String(number).padStart(6, '0')}-${id}.claim`);
    renameSync(choosing, own);
    const renewal = setInterval(() => renew(own), RENEW_MS).unref();
    const release = () => {
      clearInterval(renewal);
      rmSync(own, { force: true });
    };
    try {
      let isTold = false;
      for (;;) {
        const holder = this.#holderBefore(number, id, roots);
        if (holder === undefined) return release;
        // A run that is choosing a number has one in a moment.
        if (!isTold && holder !== 'choosing') onWait(holder);
        isTold ||= holder !== 'choosing';
        await pause();
      }
    } catch (thrown) {
      release();
      throw thrown;
    }
  }

  #holderBefore(number: number, id: string, roots: readonly string[]): LockHolder | 'choosing' | undefined {
    for (const claim of this.#claims()) {
      if (claim.id === id) continue;
      const path = claim.content === null ? roots[0] : sharedPath(roots, claim.content.roots);
      if (path === undefined) continue;
      if (claim.number === null) return 'choosing';
      if (claim.number < number || (claim.number === number && claim.id < id))
        return { pid: claim.content?.pid ?? 0, host: claim.content?.host ?? '', path };
    }
    return undefined;
  }

  /** Claims of live runs. Removes the others. */
  #claims(): readonly Claim[] {
    const claims: Claim[] = [];
    for (const name of readdirSync(this.#folder)) {
      const [, number, id] = CLAIM.exec(name) ?? [];
      if (id === undefined) continue;
      const file = join(this.#folder, name);
      const content = contentOf(file);
      if (this.#isLeft(id, file, content)) rmSync(file, { force: true });
      else claims.push({ number: number === undefined ? null : Number(number), id, file, content });
    }
    return claims;
  }

  #isLeft(id: string, file: string, content: ClaimContent | null): boolean {
    const [host, pid] = id.split('-');
    if (host !== this.#host) return Date.now() - changedAt(file) > STALE_MS;
    if (!isRunning(Number(pid))) return true;
    // The process id may have been reused, even by this process.
    const startedAt = startOf(Number(pid));
    return (
      content !== null && content.startedAt !== '' && startedAt !== '' && content.startedAt !== startedAt
    );
  }
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

function contentOf(file: string): ClaimContent | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

function changedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
}

function renew(file: string): void {
  try {
    const now = new Date();
    utimesSync(file, now, now);
  } catch {}
}

/** Start time of a process in the system's own format; empty if unavailable. */
export function startOf(pid: number): string {
  try {
    // The process name, in brackets, may contain anything.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
