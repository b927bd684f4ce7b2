/** How often to look whether the shell that npm put in between is still there. */
const LOOK_MS = 500;

/**
 * npm hands a SIGTERM to the shell it runs a script in, and the shell dies of it without telling anybody: a server
 * would go on without a parent. So losing the parent is taken as the signal.
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
