import { ensureBuilt, runBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';

/** How often to look whether the shell that npm put in between is still there. */
const LOOK_MS = 500;

await ensureInstalled(console.log);
await ensureBuilt(console.log);
await runBuilt('main', []);
if (process.env.npm_lifecycle_event) endWithNpm();

/**
 * npm hands a SIGTERM to the shell it runs the script in, and the shell dies of it without telling anybody: the
 * server would go on without a parent. So losing the parent is taken as the signal.
 */
function endWithNpm() {
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_MS);
  look.unref();
}
