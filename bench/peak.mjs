import { readFileSync } from 'node:fs';

/**
 * Peak memory of this process so far, in MiB.
 *
 * Linux reports it for the program alone. `maxRSS` includes the moment between fork and exec, when the process was a
 * copy of its parent.
 */
export function peakMib() {
  const high = /^VmHWM:\s*(\d+) kB$/m.exec(ownStatus());
  return (high === null ? process.resourceUsage().maxRSS : Number(high[1])) / 1024;
}

/** Empty if the file does not exist. */
function ownStatus() {
  try {
    return readFileSync('/proc/self/status', 'utf8');
  } catch {
    return '';
  }
}
