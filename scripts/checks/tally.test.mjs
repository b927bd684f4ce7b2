import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failures } from './checks.mjs';
import { Tally } from './tally.mjs';

/** @type {string[]} */
let lines = [];

beforeEach(() => {
  lines = [];
  vi.spyOn(console, 'log').mockImplementation((line) => lines.push(line));
});

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

/**
 * @param {number} passed
 * @param {number} failed
 * @param {{ readonly notRun?: readonly string[], readonly askedAgain?: readonly string[] }} [names]
 */
const check = (passed, failed, { notRun = [], askedAgain = [] } = {}) => ({
  name: 'some tests',
  run: async () => ({ passed, failed, notRun, askedAgain, output: 'what went wrong' }),
});

test('ends with the counts of all checks alone on a line', async () => {
  const tally = new Tally();
  await tally.run(check(1, 0));
  await tally.run(check(40, 0));
  tally.close();
  expect(lines.at(-1)).toBe('41 passed, 0 failed');
  expect(process.exitCode).toBeUndefined();
});

test('a failure shows what went wrong and ends the command badly', async () => {
  const tally = new Tally();
  await tally.run(check(40, 2));
  tally.close();
  expect(lines).toContain('what went wrong');
  expect(lines.at(-1)).toBe('40 passed, 2 failed');
  expect(process.exitCode).toBe(1);
});

test('what could not run is named and is no pass', async () => {
  const tally = new Tally();
  await tally.run(check(3, 0, { notRun: ['a skipped one'] }));
  tally.cannotRun('end-to-end tests', 'no Chromium');
  tally.close();
  expect(lines).toContain('Could not run: some tests: a skipped one');
  expect(lines).toContain('Could not run: end-to-end tests: no Chromium');
  expect(lines.at(-1)).toBe('3 passed, 2 failed');
  expect(process.exitCode).toBe(1);
});

test('what passed only when asked again is a pass that is named', async () => {
  const tally = new Tally();
  await tally.run(check(3, 0, { askedAgain: ['one that a busy machine was late for'] }));
  tally.close();
  expect(lines).toContain('Passed only when asked again: some tests: one that a busy machine was late for');
  expect(lines.at(-1)).toBe('3 passed, 0 failed');
  expect(process.exitCode).toBeUndefined();
});

test.each([
  ['all well', 0, 5, 0, 0],
  ['two failed', 1, 5, 2, 2],
  ['ended badly although every test passed', 1, 5, 0, 1],
  ['ran no test at all', 0, 0, 0, 1],
])('a runner that %s', (_name, code, passedTests, failedTests, counted) => {
  expect(failures(code, passedTests, failedTests)).toBe(counted);
});
