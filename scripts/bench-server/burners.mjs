import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism, setPriority } from 'node:os';

/** As the server's processes for documents are. */
const BURNER_NICENESS = 10;

/**
 * What the machine itself adds: as many programs as there are processors, which have nothing to do with the server and stand
 * back as far as its processes for documents do.
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
    // A system without groups by session.
  }
}
