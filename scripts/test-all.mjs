import { build } from './build.mjs';
import { CHECKS, outcomeOf, outcomeOfProblems, runVitest, unitTests } from './checks/checks.mjs';
import { runClusterTests } from './checks/cluster.mjs';
import { containerProblems } from './checks/container.mjs';
import { runEndToEndTests } from './checks/end-to-end.mjs';
import { OutsideJudges } from './checks/external-validators.mjs';
import { runPackageChecks } from './checks/package.mjs';
import { pageWeightProblems } from './checks/page-weight.mjs';
import { Tally } from './checks/tally.mjs';
import { ensureChromium } from './setup/chromium.mjs';
import { ensureFirefox } from './setup/firefox.mjs';
import { ensureInstalled } from './setup/install.mjs';
import { ensureNode, OTHER_NODES } from './setup/other-nodes.mjs';

await ensureInstalled(console.log);
// Downloads them while other tasks use the processors.
const otherNodes = Promise.all(OTHER_NODES.map((version) => ensureNode(version, console.log)));
const chromium = await ensureChromium(console.log);
if (chromium !== undefined) console.log(`Chromium: ${chromium}`);
// Its download continues beside the build.
const firefox = ensureFirefox(console.log);

const tally = new Tally();
const [isBuilt] = await Promise.all([
  tally.run({ name: 'build', run: async () => outcomeOf(await build()) }),
  ...CHECKS.map((check) => tally.run(check)),
]);
const nodes = await otherNodes;

// Concurrently: tests of pages and programs mostly wait for browsers, servers and installers, while unit tests do not.
await Promise.all([testUnits(), ...(isBuilt ? [testPages(), testShipped()] : [])]);
if (!isBuilt)
  for (const name of ['package', 'cluster tests', 'end-to-end tests'])
    tally.cannotRun(name, 'the build failed');

tally.close();

/**
 * Runs unit tests on this Node and checks their outputs with external validators, then again on other versions of Node.
 */
async function testUnits() {
  const judges = new OutsideJudges();
  await tally.run(unitTests(judges.environment));
  await judges.run(tally, console.log);

  // Code that uses Node's APIs, and whole documents, run on this Node and on one other version each. The rest is
  // arithmetic, which is the same in every engine and would double the time.
  const onOtherNodes = ['server/', 'cli/', 'library/', 'shared/work/', 'shared/compress'];
  for (const [index, version] of OTHER_NODES.entries()) {
    const name = `unit tests on Node ${version}, part ${index + 1} of ${OTHER_NODES.length}`;
    const node = nodes[index];
    if (node === undefined) tally.cannotRun(name, 'it could not be installed, see above');
    else
      await tally.run({
        name,
        run: () => runVitest([...onOtherNodes, `--shard=${index + 1}/${OTHER_NODES.length}`], { node }),
      });
  }
}

async function testPages() {
  const path = await firefox;
  if (path === undefined) tally.cannotRun('end-to-end test in Firefox', 'no Firefox, see above');
  if (chromium === undefined) tally.cannotRun('end-to-end tests', 'no Chromium, see above');
  else await tally.run({ name: 'end-to-end tests', run: () => runEndToEndTests(chromium, path) });
}

/** Checks the build, its package and its image as users install them, and two servers side by side. */
async function testShipped() {
  await tally.run({ name: 'page weight', run: async () => outcomeOfProblems(pageWeightProblems()) });
  await tally.run({
    name: 'packages for production',
    // Loaded late, like the layer rules.
    run: async () =>
      outcomeOfProblems((await import('./checks/production-packages.mjs')).productionPackageProblems()),
  });
  await tally.run({ name: 'container', run: async () => outcomeOfProblems(await containerProblems()) });
  await runPackageChecks(tally, chromium, console.log);
  await runClusterTests(tally, console.log);
}
