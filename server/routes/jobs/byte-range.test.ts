import { expect, test } from 'vitest';
import { byteRange, namesVersion } from './byte-range.ts';

const TAG = '"a"';

test.each([
  ['bytes=0-9', [0, 9]],
  ['bytes=90-', [90, 99]],
  ['bytes=90-500', [90, 99]],
  ['bytes=-10', [90, 99]],
  ['bytes=-500', [0, 99]],
  ['BYTES=5-5', [5, 5]],
] as const)('%s of 100 bytes', (range, [first, last]) => {
  expect(byteRange(range, undefined, TAG, 100)).toEqual({ first, last });
  expect(byteRange(range, TAG, TAG, 100)).toEqual({ first, last });
  expect(byteRange(range, '"b"', TAG, 100)).toBeUndefined();
});

test.each([
  undefined,
  '',
  'bytes=-',
  'bytes=100-',
  'bytes=9-5',
  'bytes=-0',
  'bytes=0-1,5-6',
  'lines=1-2',
  'bytes=x-',
])('%s is the whole file', (range) => {
  expect(byteRange(range, undefined, TAG, 100)).toBeUndefined();
});

test('a version is named among others, weakly, or by a star', () => {
  expect(['"a"', '"b", "a"', 'W/"a"', '*'].map((names) => namesVersion(names, TAG))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect([undefined, '"b"', 'a'].map((names) => namesVersion(names, TAG))).toEqual([false, false, false]);
});
