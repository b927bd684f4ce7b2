import { readdirSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/*
 * How a process for documents lets others go first. Only Linux knows all of it; elsewhere, and where the process has just
 * ended, nothing happens.
 */

/**
 * Behind what runs in the same session. Linux keeps a niceness for each thread; those that start later take that of who
 * starts them.
 */
export function lowerThreadPriority(pid: number, niceness: number): void {
  tried(() => {
    for (const thread of readdirSync(`/proc/${pid}/task`)) setPriority(Number(thread), niceness);
  });
}

/**
 * Behind what runs in other sessions. Where no control group shares processors out, Linux gives each session the same, however nice
 * its processes are (autogroups, sched(7)): a server would spend its own share on documents, and then wait for its turn
 * to answer. So documents have sessions of their own, which are nice.
 */
export function lowerSessionPriority(pid: number, niceness: number): void {
  tried(() => writeFileSync(`/proc/${pid}/autogroup`, String(niceness)));
}

/** Names this process as the one to end where the system has no memory left. */
export function preferForOomKill(): void {
  tried(() => writeFileSync('/proc/self/oom_score_adj', '1000'));
}

function tried(action: () => void): void {
  try {
    action();
  } catch {
    // See above.
  }
}
