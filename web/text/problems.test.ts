import { describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS, type LimitName } from '../../shared/index.ts';
import type { JobProblem } from '../worker/problem.ts';
import { problemText } from './problems.ts';

const limits = Object.entries(DEFAULT_LIMITS) as [LimitName, number][];

const EVERY_PROBLEM: readonly JobProblem[] = [
  { code: 'not_a_pdf', reason: 'empty' },
  { code: 'not_a_pdf', reason: 'no-header' },
  { code: 'encrypted_pdf', reason: 'password-needed' },
  { code: 'encrypted_pdf', reason: 'wrong-password' },
  { code: 'encrypted_pdf', reason: 'unsupported-handler' },
  { code: 'damaged_pdf', reason: 'no-xref' },
  { code: 'damaged_pdf', reason: 'no-catalog' },
  { code: 'damaged_pdf', reason: 'no-pages' },
  { code: 'damaged_pdf', reason: 'unreadable', detail: 'object 12 0' },
  { code: 'unsupported_filter', filter: 'ZstdDecode' },
  ...limits.map(([limit, allowed]): JobProblem => ({ code: 'limit_exceeded', limit, allowed })),
  { code: 'out_of_memory' },
  { code: 'crashed', report: 'TypeError' },
  { code: 'worker_died' },
  { code: 'unreadable_file' },
  { code: 'no_wasm' },
  { code: 'engine_not_loaded' },
];

describe('every problem', () => {
  test.each(EVERY_PROBLEM)('$code $reason $limit says what happened in a sentence of its own', (problem) => {
    const { badge, line } = problemText(problem);
    expect(badge.length).toBeGreaterThan(3);
    expect(line).toMatch(/^[A-Z].*\.$/);
    expect(line).not.toMatch(/undefined|NaN|_|!|oops|please/i);
  });

  test.each(EVERY_PROBLEM)('$code $reason $limit says that the file is unharmed or what to do', (problem) => {
    expect(problemText(problem).line).toMatch(
      /untouched|Nothing was changed|keep the same password|Split it first|add it again/,
    );
  });

  test('details for logs stay out of the words', () => {
    expect(
      problemText({ code: 'damaged_pdf', reason: 'unreadable', detail: 'object 12 0' }).line,
    ).not.toContain('12 0');
  });
});

test('limits are told with their numbers', () => {
  expect(problemText({ code: 'limit_exceeded', limit: 'imagePixels', allowed: 80_000_000 }).line).toContain(
    '80,000,000',
  );
});
