import { readdirSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/* Lowers the priority of document processes. Fully supported only on Linux; elsewhere, or if the process has just
   ended, nothing happens. */

/** Keeps the server's own thread responsive, however busy the processors are. */
export const DEFAULT_NICENESS = 10;

/**
 * Priority within the session. Linux keeps a niceness per thread; new threads inherit it from the thread that starts
 * them.
 */
export function lowerThreadPriority(pid: number, niceness: number): void {
  tried(() => {
    for (const thread of readdirSync(`/proc/${pid}/task`)) setPriority(Number(thread), niceness);
  });
}

/**
 * Priority among sessions. Without a control group that divides processors, Linux gives each session the same share,
 * however nice its processes are (autogroups, sched(7)). A server would use up its own share on documents and then wait
 * to respond. So document processes have their own nice sessions.
 */
export function lowerSessionPriority(pid: number, niceness: number): void {
  tried(() => writeFileSync(`/proc/${pid}/autogroup`, String(niceness)));
}

/** Makes this process the first one to be killed when memory runs out. */
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
