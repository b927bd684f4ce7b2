import { expect, test } from 'vitest';
import { NO_PAIR, type PairEvent, pairReducer } from './pair.ts';

const file = (name: string, bytes: number, type = 'application/pdf') =>
  new File([new Uint8Array(bytes)], name, { type });
const [large, small] = [file('large.pdf', 200), file('small.pdf', 100)];
const receipt = file('small.receipt.json', 10, 'application/json');

const after = (...events: readonly PairEvent[]) => events.reduce(pairReducer, NO_PAIR);

test('two files that are given together are placed by size', () => {
  expect(after({ type: 'files-given', files: [small, large] })).toEqual({
    before: large,
    after: small,
    receipt: null,
  });
});

test('one file goes where it was chosen for, else where there is none, else after', () => {
  expect(after({ type: 'files-given', files: [small], side: 'after' })).toMatchObject({
    before: null,
    after: small,
  });
  const given = (one: File): PairEvent => ({ type: 'files-given', files: [one] });
  expect(after(given(small), given(large))).toMatchObject({ before: small, after: large });
  const third = file('third.pdf', 5);
  expect(after(given(large), given(small), given(third))).toMatchObject({ before: large, after: third });
});

test('a receipt is known among the files, and stays until it is removed', () => {
  const given = after({ type: 'files-given', files: [receipt, small, large] });
  expect(given).toEqual({ before: large, after: small, receipt });
  expect(pairReducer(given, { type: 'swapped' })).toEqual({ before: small, after: large, receipt });
  expect(pairReducer(given, { type: 'receipt-removed' }).receipt).toBeNull();
});
