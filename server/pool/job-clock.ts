import { readFileSync } from 'node:fs';

/** Time limits of a job. */
export interface JobLimits {
  /** Limits processor time: on a busy machine no document is to blame. */
  readonly timeoutMs: number;
  /** Limits wall-clock time, for a job that waits for something that never happens. */
  readonly wallTimeoutMs: number;
}

/** A reading may be one tick early. */
const MIN_INTERVAL_MS = 10;

/**
 * Calls back once if a process exceeds a limit, counted from now. An interval counts as its wall-clock time, or as the
 * processor time of all threads if that is less.
 *
 * @param onBeyond receives the exceeded limit, in milliseconds
 * @returns stops the clock
 */
export function startJobClock(
  pid: number,
  { timeoutMs, wallTimeoutMs }: JobLimits,
  onBeyond: (limitMs: number) => void,
): () => void {
  const beganAt = performance.now();
  let spentMs = 0;
  let before = { at: beganAt, cpuMs: cpuMsOf(pid) };
  let timer: NodeJS.Timeout;

  const look = () => {
    const now = { at: performance.now(), cpuMs: cpuMsOf(pid) };
    const passedMs = now.at - before.at;
    const workedMs =
      now.cpuMs === undefined || before.cpuMs === undefined ? passedMs : now.cpuMs - before.cpuMs;
    spentMs += Math.min(passedMs, workedMs);
    before = now;
    const [left, wallLeft] = [timeoutMs - spentMs, wallTimeoutMs - (now.at - beganAt)];
    if (left <= 0) onBeyond(timeoutMs);
    else if (wallLeft <= 0) onBeyond(wallTimeoutMs);
    else wait(Math.min(left, wallLeft));
  };
  const wait = (ms: number) => {
    timer = setTimeout(look, Math.max(MIN_INTERVAL_MS, ms));
  };
  wait(Math.min(timeoutMs, wallTimeoutMs));
  return () => clearTimeout(timer);
}

/** `sysconf(_SC_CLK_TCK)`, 100 on every Linux that Node runs on. */
const MS_PER_TICK = 10;

/** Processor time of all threads of a process, including ended ones (proc_pid_stat(5)); undefined if unavailable. */
function cpuMsOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may contain spaces; field 3 follows.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
  } catch {
    return undefined;
  }
}
