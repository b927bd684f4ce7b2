import { closeSync, openSync, readSync } from 'node:fs';

/** Between two looks a process can take some ten MiB more. */
const POLL_INTERVAL_MS = 25;
const MIB = 1024 * 1024;

/** A look is taken often: all share what is read into, so that none leaves anything behind for the collector. */
const page = Buffer.alloc(4096);

/**
 * Memory that a process has for itself, in bytes: heap, WASM, buffers and stacks of all its threads, without the program
 * and libraries that processes share. Undefined where the system does not tell.
 */
export function ownMemoryBytes(pid: number): number | undefined {
  const look = lookAt(pid);
  try {
    return look.bytes();
  } finally {
    look.close();
  }
}

/** Looks at a process until told to stop, and calls once when it has more memory than that. */
export function watchMemory(pid: number, limitMb: number, onBeyond: () => void): () => void {
  const look = lookAt(pid);
  const stop = () => {
    clearInterval(timer);
    look.close();
  };
  const timer = setInterval(() => {
    if ((look.bytes() ?? 0) <= limitMb * MIB) return;
    stop();
    onBeyond();
  }, POLL_INTERVAL_MS);
  return stop;
}

interface Look {
  /** Undefined where the system does not tell, or the process has ended. */
  bytes(): number | undefined;
  /** Calling it again does nothing. */
  close(): void;
}

/** What Linux tells of a process (proc_pid_status(5)). */
function lookAt(pid: number): Look {
  let file = tried(() => openSync(`/proc/${pid}/status`, 'r'));
  return {
    bytes() {
      const length = file === undefined ? undefined : tried(() => readSync(file!, page, 0, page.length, 0));
      if (length === undefined) return undefined;
      return Number(/^RssAnon:\s*(\d+) kB$/m.exec(page.toString('latin1', 0, length))?.[1] ?? 0) * 1024;
    },
    close() {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}

function tried<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
