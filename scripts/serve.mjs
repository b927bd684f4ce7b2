import { ensureBuilt, runBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';

await ensureInstalled(console.log);
await ensureBuilt(console.log);
await runBuilt('main', []);
