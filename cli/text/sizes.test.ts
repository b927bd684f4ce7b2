import { expect, test } from 'vitest';
import { savedText, sizeText } from './sizes.ts';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1.0 KB'],
  [3_000_000, '3.0 MB'],
  // Not "1000.0 KB".
  [999_950, '1.0 MB'],
  [999_949, '999.9 KB'],
  [5e15, '5000.0 TB'],
])('%d is %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});

test.each([
  [420_714, 420_650, '< 0.1 %'],
  [1000, 999, '-0.1 %'],
  [1000, 250, '-75.0 %'],
])('%i bytes that become %i are %s', (before, after, text) => {
  expect(savedText(before, after)).toBe(text);
});
