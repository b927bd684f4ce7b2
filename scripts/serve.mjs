import { ensureBuilt, runBuilt } from './build.mjs';
import { endWithNpm } from './end-with-npm.mjs';
import { ensureInstalled } from './install.mjs';

await ensureInstalled(console.log);
await ensureBuilt(console.log);
await runBuilt('main', []);
endWithNpm();
