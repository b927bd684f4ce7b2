import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism, setPriority } from 'node:os';

/** Same as the server's document processes. */
const BURNER_NICENESS = 10;

/**
 * Measures the effect of other load: runs one unrelated program per processor, with the niceness of the server's
 * document processes.
 *
 * @template Result
 * @param {() => Promise<Result>} measured
 * @returns {Promise<Result>}
 */
export async function besideBurners(measured) {
  const burners = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore', detached: true }),
  );
  for (const { pid } of burners) if (pid !== undefined) lowerPriority(pid, BURNER_NICENESS);
  try {
    return await measured();
  } finally {
    for (const burner of burners) burner.kill('SIGKILL');
  }
}

/**
 * @param {number} pid
 * @param {number} niceness
 */
function lowerPriority(pid, niceness) {
  setPriority(pid, niceness);
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
  } catch {
    // A system without autogroups.
  }
}
