import { readFileSync } from 'node:fs';

/** Time that a job may take. */
export interface JobLimits {
  /** While its process has a processor; on a machine that is busy with others no document is to blame. */
  readonly timeoutMs: number;
  /** By the clock on the wall: of what waits for something that does not come. */
  readonly wallTimeoutMs: number;
}

/** A reading may be a tick of the system early. */
const MIN_INTERVAL_MS = 10;

/**
 * Calls once when a process has worked, or existed, for longer than that from now on. A stretch counts as the time that
 * passed, or as the processor time of all threads together where that is less.
 *
 * @param onBeyond hears the limit that was passed, in milliseconds
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

/** Processor time of all threads of a process so far, ended ones too (proc_pid_stat(5)); undefined where the system does not tell. */
function cpuMsOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may hold spaces; what follows begins with field 3.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
  } catch {
    return undefined;
  }
}
