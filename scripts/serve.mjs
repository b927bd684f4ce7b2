import { ensureBuilt, runBuilt } from './build.mjs';
import { endWithNpm } from './setup/end-with-npm.mjs';
import { ensureInstalled } from './setup/install.mjs';

await ensureInstalled(console.log);
await ensureBuilt(console.log);
await runBuilt('server/main', []);
endWithNpm();
