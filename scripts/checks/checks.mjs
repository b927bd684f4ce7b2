import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTool } from '../project.mjs';
import { ownDocCommentProblems } from './doc-comments.mjs';
import { ownLockProblems } from './lock-check.mjs';
import { ownNamedPathProblems } from './named-paths.mjs';
import { vitestTimes } from './slowest-files.mjs';

/**
 * @typedef {{
 *   readonly passed: number,
 *   readonly failed: number,
 *   readonly notRun: readonly string[],
 *   readonly askedAgain?: readonly string[],
 *   readonly times?: readonly import('./slowest-files.mjs').FileTime[],
 *   readonly output: string,
 * }} Outcome `notRun` names checks that could not run, `askedAgain` tests that passed only on retry, with the reason of
 *   the first failure; `output` is shown on failure
 * @typedef {{ readonly name: string, readonly run: () => Promise<Outcome> }} Check
 */

/** Independent checks of the sources, fastest first. None needs a build, a browser or another check. */
export const CHECKS = /** @type {readonly Check[]} */ ([
  { name: 'lock file', run: async () => outcomeOfProblems(ownLockProblems()) },
  // The root solution names every project; a host's own compiler settings are half of its boundary.
  { name: 'types', run: () => check('tsc', '-b') },
  { name: 'lint and format', run: () => check('biome', 'check', '--error-on-warnings') },
  {
    name: 'boundaries',
    // Loaded late: it needs the TypeScript package, which may still have to be installed.
    run: async () => outcomeOfProblems((await import('./boundaries.mjs')).ownBoundaryProblems()),
  },
  { name: 'named paths', run: async () => outcomeOfProblems(ownNamedPathProblems()) },
  { name: 'unused exports', run: () => check('knip', '--no-progress') },
  { name: 'comments', run: async () => outcomeOfProblems(ownDocCommentProblems()) },
]);

/**
 * @param {'tsc' | 'biome' | 'knip'} tool
 * @param {readonly string[]} args
 */
async function check(tool, ...args) {
  return outcomeOf(await runTool(tool, args, { output: 'keep' }));
}

/**
 * The result of a tool as one check.
 *
 * @param {import('../project.mjs').Ended} ended
 * @returns {Outcome}
 */
export function outcomeOf({ code, output }) {
  return code === 0 ? PASSED : { passed: 0, failed: 1, notRun: [], output };
}

/**
 * A list of problems as one check.
 *
 * @param {readonly string[]} problems
 * @returns {Outcome}
 */
export function outcomeOfProblems(problems) {
  return problems.length === 0 ? PASSED : { passed: 0, failed: 1, notRun: [], output: problems.join('\n') };
}

/** @type {Outcome} */
const PASSED = { passed: 1, failed: 0, notRun: [], output: '' };

/**
 * @param {readonly string[]} args of Vitest, in addition to those for its reports
 * @param {Pick<import('../project.mjs').How, 'node' | 'env'>} [how]
 * @returns {Promise<Outcome>}
 */
export async function runVitest(args, how) {
  const { code, output, report } = await withJsonReport((file) =>
    runTool('vitest', ['run', ...args, '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`], {
      ...how,
      output: 'keep',
    }),
  );
  if (report === undefined) return { passed: 0, failed: 1, notRun: [], output };
  const { numPassedTests, numFailedTests, testResults } = /** @type {VitestReport} */ (report);
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const skipped = tests.filter(({ status }) => !RAN.has(status)).map(({ fullName }) => fullName);
  // Elsewhere than on Linux a few ask for what the system does not have.
  const [notRun, leftOut] = process.platform === 'linux' ? [skipped, []] : [[], skipped];
  for (const name of leftOut) console.log(`Left out on ${process.platform}: ${name}`);
  // A test that failed once and passed on retry keeps the reason.
  const askedAgain = tests
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName, failureMessages }) => `${fullName}\n${failureMessages.join('\n')}`);
  // A file that does not load has no test that could fail: it counts itself.
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length;
  const failed = failures(code, numPassedTests, numFailedTests + unloaded);
  return { passed: numPassedTests, failed, notRun, askedAgain, times: vitestTimes(testResults), output };
}

/**
 * @typedef {{
 *   readonly numPassedTests: number,
 *   readonly numFailedTests: number,
 *   readonly testResults: readonly {
 *     readonly name: string,
 *     readonly startTime: number,
 *     readonly endTime: number,
 *     readonly status: string,
 *     readonly assertionResults: readonly {
 *       readonly status: string,
 *       readonly fullName: string,
 *       readonly failureMessages: readonly string[],
 *     }[],
 *   }[],
 * }} VitestReport
 */
const RAN = new Set(['passed', 'failed']);

/**
 * A runner that fails without a failed test (a file that does not load, no test at all) counts as one.
 *
 * @param {number} code
 * @param {number} passedTests
 * @param {number} failedTests
 */
export function failures(code, passedTests, failedTests) {
  return code !== 0 || passedTests === 0 ? Math.max(1, failedTests) : failedTests;
}

/**
 * Gives a runner a file for its JSON report and reads it.
 *
 * @param {(file: string) => Promise<import('../project.mjs').Ended>} run
 * @returns {Promise<import('../project.mjs').Ended & { readonly report: unknown }>} report: undefined when none was
 * written
 */
export async function withJsonReport(run) {
  const folder = mkdtempSync(join(tmpdir(), 'pagelight-report-'));
  try {
    const file = join(folder, 'report.json');
    const ended = await run(file);
    return { ...ended, report: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
