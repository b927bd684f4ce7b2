/** Interval between two readings of the clock. */
const BEAT_MS = 5000;
/** Elapsed time, as a multiple of the limit, after which `onBeyond` is called even without CPU time. */
const WAITING_TIMES = 10;

/**
 * Calls `onBeyond` once when a job has used its time. Time that the machine gave to other programs does not
 * count: each interval counts as the elapsed time, or as this process's CPU time if that is less and known. An
 * interval in which the machine slept counts as at most two beats.
 * @param cpuMs reads the CPU time of all threads of this process; undefined if unavailable
 * @returns a function that stops the clock
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
