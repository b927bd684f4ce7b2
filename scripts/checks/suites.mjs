import { build } from '../build.mjs';
import { HOW_TO_GET_CHROMIUM } from '../setup/chromium.mjs';
import { ensureNode, OTHER_NODES } from '../setup/other-nodes.mjs';
import { ensurePackageTools } from '../setup/package-tools.mjs';
import { CHECKS, outcomeOf, outcomeOfProblems, runVitest } from './checks.mjs';
import { containerProblems } from './container.mjs';
import { runEndToEndTests } from './end-to-end.mjs';
import { OutsideJudges } from './external-validators.mjs';
import { leftOutTests } from './left-out-tests.mjs';
import { pageWeightProblems } from './page-weight.mjs';

/**
 * @typedef {{
 *   readonly tally: import('./tally.mjs').Tally,
 *   readonly isFull: boolean,
 *   readonly shard: readonly string[],
 *   readonly judges: OutsideJudges | undefined,
 *   readonly chromium: string | undefined,
 *   readonly firefox: string | undefined,
 *   readonly missing: (need: import('../setup/system-packages.mjs').Need) => readonly string[],
 * }} Run `shard`: arguments of Vitest and Playwright; `missing`: packages of a need that are still not installed
 * @typedef {{
 *   readonly name: string,
 *   readonly what: string,
 *   readonly minutes: number,
 *   readonly smallMinutes?: number,
 *   readonly lane: 'first' | 'units' | 'pages' | 'shipped' | 'services',
 *   readonly isSmall?: true,
 *   readonly needs?: readonly import('../setup/system-packages.mjs').Need[],
 *   readonly run: (run: Run) => Promise<unknown>,
 * }} Suite `minutes`: in the whole run on two quiet cores, `smallMinutes` in `npm test`; suites of a lane run one after the
 *   other, lanes beside each other, all after the lane `first`
 */

/** Minutes of all suites on two quiet cores. */
export const WHOLE_MINUTES = { full: 21, small: 5 };

/** All suites, in the order they are announced. `npm test` runs the small ones, and six of the tests of pages. */
export const SUITES = /** @type {readonly Suite[]} */ ([
  {
    name: 'sources',
    what: 'types, lint, format, boundaries, unused exports, lock file, named paths, comments',
    minutes: 0.5,
    lane: 'first',
    isSmall: true,
    run: ({ tally }) => Promise.all(CHECKS.map((check) => tally.run(check))),
  },
  {
    name: 'build',
    what: 'page, server, command and package',
    minutes: 0.4,
    lane: 'first',
    isSmall: true,
    run: ({ tally }) => tally.run({ name: 'build', run: async () => outcomeOf(await build()) }),
  },
  {
    name: 'units',
    what: 'unit tests and component tests',
    minutes: 15.5,
    smallMinutes: 3.4,
    lane: 'units',
    isSmall: true,
    needs: ['attributes'],
    run: runUnits,
  },
  {
    name: 'documents',
    what: 'unit tests that compress whole documents or start our programs',
    minutes: 3.5,
    lane: 'units',
    run: ({ tally, judges, shard }) =>
      tally.run({
        name: 'whole documents and programs',
        run: () => runVitest([...projectsOf(LONG_PROJECTS), ...shard], { env: judges?.environment }),
      }),
  },
  {
    name: 'judges',
    what: 'outputs of these tests, read by qpdf, PDFium and pdf.js',
    minutes: 0.9,
    lane: 'units',
    needs: ['qpdf'],
    run: async ({ tally, judges, missing }) => {
      if (missing('qpdf').length > 0) tally.cannotRun('outside judges', 'no qpdf');
      else await judges?.run(tally);
    },
  },
  {
    name: 'pages',
    what: 'end-to-end tests',
    minutes: 15.6,
    smallMinutes: 1,
    lane: 'pages',
    isSmall: true,
    needs: ['chromium', 'firefox'],
    run: runPages,
  },
  {
    name: 'nodes',
    what: `unit tests of programs, threads and servers, on Node ${OTHER_NODES.join(' and ')}`,
    minutes: 2.3,
    lane: 'pages',
    needs: ['attributes'],
    run: runOnOtherNodes,
  },
  {
    name: 'weight',
    what: "bytes of the page, and the server's packages",
    minutes: 0.1,
    lane: 'shipped',
    run: async ({ tally }) => {
      await tally.run({ name: 'page weight', run: async () => outcomeOfProblems(pageWeightProblems()) });
      // Loaded late, like the boundaries.
      const { productionPackageProblems } = await import('./production-packages.mjs');
      const run = async () => outcomeOfProblems(productionPackageProblems());
      await tally.run({ name: 'packages for production', run });
    },
  },
  {
    name: 'container',
    what: 'the image by its Dockerfile, run without an engine',
    minutes: 1.6,
    lane: 'shipped',
    needs: ['image'],
    run: async ({ tally, missing }) => {
      if (missing('image').length > 0) tally.cannotRun('container', `no ${missing('image').join(', ')}`);
      else
        await tally.run({ name: 'container', run: async () => outcomeOfProblems(await containerProblems()) });
    },
  },
  {
    name: 'package',
    what: 'the npm package in Node, Deno, Bun, workerd, bundlers and a browser',
    minutes: 11.7,
    lane: 'shipped',
    needs: ['chromium', 'signatures'],
    run: ({ tally, chromium }) => runPackageChecks(tally, chromium, console.log),
  },
  {
    name: 'cluster',
    what: 'servers, workers and archives on PostgreSQL, Redis, nginx and S3',
    minutes: 14.8,
    lane: 'services',
    needs: ['services'],
    run: runCluster,
  },
]);

/** Projects of Vitest with tests that take seconds: only the full run has them. */
const LONG_PROJECTS = ['documents', 'programs'];
/** All others. Not by leaving those out: Vitest runs what any of several patterns allows. */
export const SHORT_PROJECTS = ['alone', 'components', 'server', 'together'];

/** @param {readonly string[]} names */
export function projectsOf(names) {
  return names.map((name) => `--project=${name}`);
}

/** @param {Run} run */
async function runUnits({ tally, judges, shard }) {
  for (const file of leftOutTests()) console.log(`Left out on ${process.platform}: ${file}`);
  await tally.run({
    name: 'unit tests',
    run: () => runVitest([...projectsOf(SHORT_PROJECTS), ...shard], { env: judges?.environment }),
  });
}

/**
 * Runs what starts programs, threads and servers on one other version each. The rest is arithmetic and rules, which are the
 * same in every engine and would double the time.
 *
 * @param {Run} run
 */
async function runOnOtherNodes({ tally }) {
  const projects = projectsOf(['alone', 'programs', 'server']);
  const parts = OTHER_NODES.length;
  for (const [index, version] of OTHER_NODES.entries()) {
    const name = `unit tests on Node ${version}, part ${index + 1} of ${parts}`;
    const node = await ensureNode(version, console.log);
    if (node === undefined) tally.cannotRun(name, 'it could not be installed, see above');
    else {
      const args = [...projects, `--shard=${index + 1}/${parts}`];
      await tally.run({ name, run: () => runVitest(args, { node, env: { PAGELIGHT_OTHER_NODE: version } }) });
    }
  }
}

/** @param {Run} run */
async function runPages({ tally, isFull, shard, chromium, firefox }) {
  if (chromium === undefined) return tally.cannotRun('end-to-end tests', 'no Chromium, see above');
  if (!isFull) {
    const run = () => runEndToEndTests(chromium, ['--grep=@small', '--project=desktop', ...shard]);
    return tally.run({ name: 'end-to-end tests, the small ones', run });
  }
  if (firefox === undefined) tally.cannotRun('end-to-end test in Firefox', 'no Firefox, see above');
  return tally.run({ name: 'end-to-end tests', run: () => runEndToEndTests(chromium, shard, firefox) });
}

/** @param {Run} run */
async function runCluster({ tally, missing }) {
  const packages = missing('services');
  if (packages.length > 0) return tally.cannotRun('cluster tests', `no ${packages.join(', ')}`);
  return tally.run({
    name: 'cluster tests',
    run: () => runVitest(['--config', 'e2e/cluster/vitest.config.ts']),
  });
}

/**
 * Checks the packed npm package as its users would install it.
 *
 * @param {import('./tally.mjs').Tally} tally
 * @param {string | undefined} chromium
 * @param {(line: string) => void} say
 */
export async function runPackageChecks(tally, chromium, say) {
  if (chromium === undefined) return tally.cannotRun('package', HOW_TO_GET_CHROMIUM);
  if (!(await ensurePackageTools(say))) return tally.cannotRun('package', 'its tools could not be installed');
  process.env.CHROMIUM_PATH = chromium;
  await tally.run({
    name: 'package',
    run: () => runVitest(['--config', 'library/checks/vitest.config.ts']),
  });
}
