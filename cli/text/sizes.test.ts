import { expect, test } from 'vitest';
import { sizeText } from './sizes.ts';

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
