import { closeSync, openSync, readSync } from 'node:fs';

/** Between two polls a process can allocate some ten MiB more. */
const POLL_INTERVAL_MS = 25;
const MIB = 1024 * 1024;

/** Shared read buffer: polls are frequent and should leave no garbage. */
const page = Buffer.alloc(4096);

/**
 * Private memory of a process in bytes: heap, WASM, buffers and stacks of all its threads, without the program and
 * libraries that processes share. Undefined if unavailable.
 */
export function ownMemoryBytes(pid: number): number | undefined {
  const look = lookAt(pid);
  try {
    return look.bytes();
  } finally {
    look.close();
  }
}

/** Polls a process until stopped, and calls back once if it exceeds the limit. */
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
  /** Undefined if unavailable, or if the process has ended. */
  bytes(): number | undefined;
  /** Idempotent. */
  close(): void;
}

/** Reads Linux's status of a process (proc_pid_status(5)). */
function lookAt(pid: number): Look {
  let file = tried(() => openSync(`/proc/${pid}/status`, 'r'));
  return {
    bytes() {
      const length = file === undefined ? undefined : tried(() => readSync(file!, page, 0, page.length, 0));
      if (length === undefined) return undefined;
      const [, kib] = /^RssAnon:\s*(\d+) kB$/m.exec(page.toString('latin1', 0, length)) ?? [];
      // A process that ended and was not waited for has a status without memory.
      return kib === undefined ? undefined : Number(kib) * 1024;
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
