/** Interval between two readings of the clock. */
const BEAT_MS = 5000;
/** A thread that hangs without CPU time is given up after so many times the limit. */
const WAITING_TIMES = 10;

/**
 * Calls `onBeyond` once when a job has used its time. Time that the machine gave to other programs does not count: each
 * interval counts as the time that passed, or as this process's CPU time if that is less and known. An interval in which
 * the machine slept counts as two beats at most.
 *
 * @param cpuMs reads the CPU time of all threads of this process; undefined if the host cannot tell
 * @returns stops the clock
 */
export function startWorkClock(
  limitMs: number,
  cpuMs: (() => number) | undefined,
  onBeyond: () => void,
): () => void {
  const read = () => ({ at: Date.now(), cpu: cpuMs?.() });
  let [spent, waited] = [0, 0];
  let before = read();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    const now = read();
    const passed = Math.min(Math.max(0, now.at - before.at), 2 * BEAT_MS);
    const worked = now.cpu === undefined || before.cpu === undefined ? passed : now.cpu - before.cpu;
    spent += Math.min(passed, worked);
    waited += passed;
    before = now;
    if (spent >= limitMs || waited >= WAITING_TIMES * limitMs) onBeyond();
    else wait();
  };
  const wait = () => {
    timer = setTimeout(look, Math.max(1, Math.min(BEAT_MS, limitMs - spent)));
  };
  wait();
  return () => clearTimeout(timer);
}
