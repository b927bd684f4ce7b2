import { build } from './build.mjs';
import { CHECKS, outcomeOf, outcomeOfProblems } from './checks.mjs';
import { ensureChromium } from './chromium.mjs';
import { runClusterTests } from './cluster.mjs';
import { runEndToEndTests } from './end-to-end.mjs';
import { ensureInstalled } from './install.mjs';
import { OutsideJudges } from './outside-judges.mjs';
import { pageWeightProblems } from './page-weight.mjs';
import { Tally } from './tally.mjs';

await ensureInstalled(console.log);
const chromium = await ensureChromium(console.log);
if (chromium !== undefined) console.log(`Chromium: ${chromium}`);

const tally = new Tally();
const judges = new OutsideJudges();
judges.collect();
for (const check of CHECKS) await tally.run(check);
await judges.run(tally, console.log);

const built = await tally.run({ name: 'build', run: async () => outcomeOf(await build()) });
if (built) await tally.run({ name: 'page weight', run: async () => outcomeOfProblems(pageWeightProblems()) });
if (built) await runClusterTests(tally, console.log);
else tally.cannotRun('cluster tests', 'the build failed');
if (!built) tally.cannotRun('end-to-end tests', 'the build failed');
else if (chromium === undefined) tally.cannotRun('end-to-end tests', 'no Chromium, see above');
else await tally.run({ name: 'end-to-end tests', run: () => runEndToEndTests(chromium) });

tally.close();
