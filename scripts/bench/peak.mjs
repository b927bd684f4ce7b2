import { readFileSync } from 'node:fs';

/**
 * The most memory that this process has held so far, in MiB.
 *
 * Linux says it for the program alone. What the system counts for the process (`maxRSS`) includes the moment before
 * the program was started, when the process still was a copy of the one that started it.
 */
export function peakMib() {
  const high = /^VmHWM:\s*(\d+) kB$/m.exec(ownStatus());
  return (high === null ? process.resourceUsage().maxRSS : Number(high[1])) / 1024;
}

/** Empty where there is no such file. */
function ownStatus() {
  try {
    return readFileSync('/proc/self/status', 'utf8');
  } catch {
    return '';
  }
}
