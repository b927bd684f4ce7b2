import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ROOT } from '../project.mjs';
import { failures } from './checks.mjs';
import { leftOutTests } from './left-out-tests.mjs';
import { playwrightTimes, vitestTimes } from './slowest-files.mjs';
import { Tally } from './tally.mjs';

const PASSED = { passed: 1, failed: 0, notRun: [], output: '' };

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

test('the ten files that took longest are named with their check, longest first, before the counts', async () => {
  const files = Array.from({ length: 12 }, (_, index) => ({
    name: join(ROOT, `cli/${index}.file`),
    startTime: 1000,
    endTime: 1000 + index * 1500,
  }));
  const suite = {
    title: 'a test',
    specs: [{ title: 'it', tests: [{ status: 'expected', results: [{ duration: 4000 }] }] }],
  };
  const retried = { status: 'flaky', results: [{ duration: 9000 }, { duration: 7000 }] };
  const suites = [{ title: 'a.spec.ts', specs: [{ title: 'one', tests: [retried] }], suites: [suite] }];
  const tally = new Tally();
  await tally.run({ name: 'unit tests', run: async () => ({ ...PASSED, times: vitestTimes(files) }) });
  await tally.run({
    name: 'end-to-end tests',
    run: async () => ({ ...PASSED, times: playwrightTimes(suites) }),
  });
  tally.close();
  expect(lines.slice(-11, -7)).toEqual([
    'Slow:  20.0 s  end-to-end tests: a.spec.ts',
    'Slow:  16.5 s  unit tests: cli/11.file',
    'Slow:  15.0 s  unit tests: cli/10.file',
    'Slow:  13.5 s  unit tests: cli/9.file',
  ]);
  expect(lines.filter((line) => line.startsWith('Slow:'))).toHaveLength(10);
  expect(lines.at(-1)).toBe('2 passed, 0 failed');
});

test('checks that took long have their minutes in the summary, and CPU seconds of their programs', async () => {
  const now = vi.spyOn(performance, 'now');
  for (const ms of [0, 90_000, 90_000, 92_000]) now.mockReturnValueOnce(ms);
  const tally = new Tally();
  const busy = 'for (;;) if (process.cpuUsage().user > 7e5) process.exit()';
  const run = async () => {
    spawnSync(process.execPath, ['-e', busy]);
    return PASSED;
  };
  await tally.run({ name: 'slow tests', run });
  await tally.run({ ...check(1, 0), name: 'fast tests' });
  tally.close();
  const cpu = process.platform === 'linux' ? '[1-9]\\d*' : '0';
  expect(lines.slice(lines.indexOf('') + 1)).toEqual([
    expect.stringMatching(new RegExp(`^ 1\\.5 min +${cpu} CPU s  slow tests$`)),
    '2 passed, 0 failed',
  ]);
});

test('tests are left out on other systems alone, and are there', () => {
  expect(leftOutTests('linux')).toEqual([]);
  const files = leftOutTests('win32');
  expect(files).toEqual(expect.arrayContaining([...leftOutTests('darwin')]));
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

test.each([
  ['all well', 0, 5, 0, 0],
  ['two failed', 1, 5, 2, 2],
  ['ended badly although every test passed', 1, 5, 0, 1],
  ['ran no test at all', 0, 0, 0, 1],
])('a runner that %s', (_name, code, passedTests, failedTests, counted) => {
  expect(failures(code, passedTests, failedTests)).toBe(counted);
});
