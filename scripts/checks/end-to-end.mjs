import { runTool } from '../project.mjs';
import { failures, withJsonReport } from './checks.mjs';
import { playwrightTimes } from './slowest-files.mjs';

/**
 * @typedef {{
 *   readonly title: string,
 *   readonly tests: readonly {
 *     readonly status: string,
 *     readonly results?: readonly { readonly duration: number }[],
 *   }[],
 * }} Spec
 * @typedef {{ readonly title: string, readonly specs: readonly Spec[], readonly suites?: readonly Suite[] }} Suite
 * @typedef {{
 *   readonly stats: { readonly expected: number, readonly unexpected: number, readonly flaky: number },
 *   readonly suites: readonly Suite[],
 * }} PlaywrightReport
 */

/**
 * Runs the end-to-end tests of `dist`; they print their own lines.
 *
 * @param {string} chromium path of the browser
 * @param {readonly string[]} args of Playwright
 * @param {string} [firefox] without one its test is left out
 * @returns {Promise<import('./checks.mjs').Outcome>}
 */
export async function runEndToEndTests(chromium, args, firefox = '') {
  const { code, report } = await withJsonReport((file) =>
    runTool('playwright', ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json', ...args], {
      output: 'show',
      // Prints whole lines: on a terminal it would overwrite lines, between which other checks print theirs.
      env: {
        CHROMIUM_PATH: chromium,
        FIREFOX_PATH: firefox,
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
        PLAYWRIGHT_FORCE_TTY: '0',
      },
    }),
  );
  if (report === undefined)
    return { passed: 0, failed: 1, notRun: [], output: 'Playwright wrote no report.' };
  const { stats, suites } = /** @type {PlaywrightReport} */ (report);
  return {
    passed: stats.expected + stats.flaky,
    failed: failures(code, stats.expected, stats.unexpected),
    notRun: suites.flatMap((suite) => specsThatWere('skipped', suite)),
    askedAgain: suites.flatMap((suite) => specsThatWere('flaky', suite)),
    times: playwrightTimes(suites),
    output: 'The reasons are printed above.',
  };
}

/**
 * @param {'skipped' | 'flaky'} wanted
 * @param {Suite} suite
 * @returns {readonly string[]}
 */
function specsThatWere(wanted, { title, specs, suites = [] }) {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === wanted));
  return [
    ...own.map((spec) => `${title}: ${spec.title}`),
    ...suites.flatMap((suite) => specsThatWere(wanted, suite)),
  ];
}
