import { cpus } from 'node:os';

/** Maximum share of the machine's time that other work may take for ratios to be meaningful. */
const MAX_OTHERS = 0.1;

/** Seconds that all processors together have worked since boot. */
function busySeconds() {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) / 1000;
}

/** Measures other load on the machine from now on. */
export function watchLoad() {
  const began = performance.now();
  const busy = busySeconds();
  return {
    /**
     * The share of the machine's time that other work took.
     *
     * @param {number} ownSeconds of the processor, of all that was measured meanwhile
     */
    others: (ownSeconds) => {
      const passed = ((performance.now() - began) / 1000) * cpus().length;
      return Math.max(0, (busySeconds() - busy - ownSeconds) / passed);
    },
  };
}

/** @param {number} others share of the machine's time */
export function isQuiet(others) {
  return others <= MAX_OTHERS;
}
