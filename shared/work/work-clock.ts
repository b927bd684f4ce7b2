/** Between two looks at the clock. */
const BEAT_MS = 5000;
/** A thread that stands still uses no processor; after so many times the limit nothing will come of it. */
const WAITING_TIMES = 10;

/**
 * Calls once when a job has had its time. What the machine gave to other programs is not the job's: a stretch counts as the
 * time that passed, or as this process' processor time where that is less and known. A stretch in which the machine slept
 * counts no longer than two beats.
 *
 * @param cpuMs processor time of all threads of this process so far; left out where the host cannot tell
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
