import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { systemCode } from '../files/system-error.ts';

/** A process, as files that several processes share name it. */
export interface ProcessId {
  readonly host: string;
  readonly pid: number;
  /** Start time of the process, if the system provides it; a later process may reuse its id. */
  readonly startedAt: string;
}

export function ownProcessId(): ProcessId {
  return { host: hostname(), pid: process.pid, startedAt: startOf(process.pid) };
}

/** Whether a process of this machine lives; undefined for one of another machine. */
export function livesHere({ host, pid, startedAt }: ProcessId): boolean | undefined {
  if (host !== hostname()) return undefined;
  if (!isRunning(pid)) return false;
  const now = startOf(pid);
  return startedAt === '' || now === '' || startedAt === now;
}

/** Whether a process with this id runs on this machine. */
export function isRunning(pid: number): boolean {
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user, which we may not signal, runs too.
    return systemCode(error) === 'EPERM';
  }
}

/** Start time of a process in the system's own format; empty if unavailable. */
function startOf(pid: number): string {
  try {
    // The process name, in brackets, may contain anything.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
