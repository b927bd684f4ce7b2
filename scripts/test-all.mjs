import { build } from './build.mjs';
import { CHECKS, outcomeOf, outcomeOfProblems, runVitest, UNIT_TESTS } from './checks/checks.mjs';
import { runClusterTests } from './checks/cluster.mjs';
import { containerProblems } from './checks/container.mjs';
import { runEndToEndTests } from './checks/end-to-end.mjs';
import { OutsideJudges } from './checks/outside-judges.mjs';
import { runPackageChecks } from './checks/package.mjs';
import { pageWeightProblems } from './checks/page-weight.mjs';
import { Tally } from './checks/tally.mjs';
import { ensureChromium } from './setup/chromium.mjs';
import { ensureInstalled } from './setup/install.mjs';
import { ensureNode, OTHER_NODES } from './setup/other-nodes.mjs';

await ensureInstalled(console.log);
const chromium = await ensureChromium(console.log);
if (chromium !== undefined) console.log(`Chromium: ${chromium}`);

const tally = new Tally();
const judges = new OutsideJudges();
judges.collect();
for (const check of CHECKS) await tally.run(check);
const built = await tally.run({ name: 'build', run: async () => outcomeOf(await build()) });
await tally.run(UNIT_TESTS);
await judges.run(tally, console.log);

if (built) await tally.run({ name: 'page weight', run: async () => outcomeOfProblems(pageWeightProblems()) });
if (built)
  await tally.run({
    name: 'packages for production',
    // Loaded late, as the layer rules are.
    run: async () =>
      outcomeOfProblems((await import('./checks/production-packages.mjs')).productionPackageProblems()),
  });
if (built)
  await tally.run({ name: 'container', run: async () => outcomeOfProblems(await containerProblems()) });
if (built) await runPackageChecks(tally, chromium, console.log);
else tally.cannotRun('package', 'the build failed');
if (built) await runClusterTests(tally, console.log);
else tally.cannotRun('cluster tests', 'the build failed');
if (!built) tally.cannotRun('end-to-end tests', 'the build failed');
else if (chromium === undefined) tally.cannotRun('end-to-end tests', 'no Chromium, see above');
else await tally.run({ name: 'end-to-end tests', run: () => runEndToEndTests(chromium) });

// What talks to Node, and whole documents, run on this Node and on one of the others. The rest is arithmetic, which is
// the same in every engine, and would double the time.
const ON_OTHER_NODES = ['server/', 'cli/', 'library/', 'shared/work/', 'shared/compress'];
for (const [index, version] of OTHER_NODES.entries()) {
  const name = `unit tests on Node ${version}, part ${index + 1} of ${OTHER_NODES.length}`;
  const node = await ensureNode(version, console.log);
  if (node === undefined) tally.cannotRun(name, 'it could not be installed, see above');
  else
    await tally.run({
      name,
      run: () => runVitest([...ON_OTHER_NODES, `--shard=${index + 1}/${OTHER_NODES.length}`], node),
    });
}

tally.close();
