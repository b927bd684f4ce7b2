import { expect, test } from 'vitest';
import { BLACK_RUNS, END_OF_LINE, HORIZONTAL, PASS, VERTICAL, WHITE_RUNS } from './codes.ts';

test.each([
  ['white runs', [...WHITE_RUNS.terminating, ...WHITE_RUNS.makeUp, END_OF_LINE]],
  ['black runs', [...BLACK_RUNS.terminating, ...BLACK_RUNS.makeUp, END_OF_LINE]],
  ['modes', [PASS, HORIZONTAL, ...VERTICAL.values(), END_OF_LINE]],
])('no code word begins another: %s', (_name, codes) => {
  const clashes = codes.filter((code, i) => codes.some((other, j) => i !== j && other.startsWith(code)));
  expect(clashes).toEqual([]);
});

test.each([
  ['white', WHITE_RUNS],
  ['black', BLACK_RUNS],
])('%s runs have 64 terminating and 40 make-up codes', (_name, { terminating, makeUp }) => {
  expect([terminating.length, makeUp.length]).toEqual([64, 40]);
});
