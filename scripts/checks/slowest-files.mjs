import { relative } from 'node:path';
import { ROOT } from '../project.mjs';

/** @typedef {{ readonly file: string, readonly ms: number }} FileTime how long the tests of a file took */

const NAMED = 10;

/**
 * Times of a Vitest report. They include waiting for other work on the machine, and not the loading of modules.
 *
 * @param {readonly { readonly name: string, readonly startTime: number, readonly endTime: number }[]} testResults
 * @returns {readonly FileTime[]}
 */
export function vitestTimes(testResults) {
  return testResults.map(({ name, startTime, endTime }) => ({
    file: relative(ROOT, name).replaceAll('\\', '/'),
    ms: endTime - startTime,
  }));
}

/**
 * Times of a Playwright report: its outermost suites are files.
 *
 * @param {readonly import('./end-to-end.mjs').Suite[]} suites
 * @returns {readonly FileTime[]}
 */
export function playwrightTimes(suites) {
  return suites.map((suite) => ({ file: suite.title, ms: msOf(suite) }));
}

/**
 * @param {import('./end-to-end.mjs').Suite} suite
 * @returns {number}
 */
function msOf({ specs, suites = [] }) {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results ?? []));
  const own = results.reduce((sum, { duration }) => sum + duration, 0);
  return suites.reduce((sum, suite) => sum + msOf(suite), own);
}

/**
 * The files that took longest, longest first.
 *
 * @param {readonly FileTime[]} times
 */
export function slowest(times) {
  return times.toSorted((a, b) => b.ms - a.ms).slice(0, NAMED);
}
