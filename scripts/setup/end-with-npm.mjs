/** How often to check whether npm's intermediate shell is still running. */
const LOOK_MS = 500;

/**
 * npm sends SIGTERM to the shell that runs a script. The shell exits without passing it on, and a server would keep
 * running without a parent. So losing the parent counts as the signal.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_MS);
  look.unref();
}
