import { readFileSync } from 'node:fs';

/** Between two looks a process can take some ten MiB more. */
const LOOK_EVERY_MS = 25;
const MIB = 1024 * 1024;

/**
 * Memory that a process has for itself, in bytes: heap, WASM, buffers and stacks of all its threads, without the program
 * and libraries that processes share. Undefined where the system does not tell.
 */
export function ownMemoryBytes(pid: number): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    return Number(/^RssAnon:\s*(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return undefined;
  }
}

/** Looks at a process until told to stop, and calls once when it has more memory than that. */
export function watchMemory(pid: number, limitMb: number, onBeyond: () => void): () => void {
  const timer = setInterval(() => {
    if ((ownMemoryBytes(pid) ?? 0) <= limitMb * MIB) return;
    clearInterval(timer);
    onBeyond();
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}
