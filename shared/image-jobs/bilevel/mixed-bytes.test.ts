import { expect, test } from 'vitest';
import { isTooMixed } from './mixed-bytes.ts';

const [width, height] = [64, 40];
const STRIDE = width / 8;
const settings = { jbig2: 'generic' } as const;
const isAbove = (rows: Uint8Array, maxMixedBytes: number) =>
  isTooMixed({ width, height, maxMixedBytes, settings }, rows);

/** Returns the number of mixed bytes: the lowest limit that they do not exceed. */
function mixedIn(rows: Uint8Array): number {
  let limit = 0;
  while (isAbove(rows, limit)) limit += 1;
  return limit;
}

test('an area of one color has no mixed bytes', () => {
  expect(mixedIn(new Uint8Array(STRIDE * height))).toBe(0);
  expect(mixedIn(new Uint8Array(STRIDE * height).fill(0xff))).toBe(0);
});

test('counts the byte of a pixel, and those to the right and below', () => {
  const rows = new Uint8Array(STRIDE * height);
  rows[STRIDE * 5 + 3] = 0x10;
  expect(mixedIn(rows)).toBe(3);
});

test('counts the edges of an area, not its inside', () => {
  const rows = new Uint8Array(STRIDE * height).fill(0xff);
  for (let y = 10; y < 30; y += 1) rows.fill(0, y * STRIDE + 2, y * STRIDE + 6);
  // Its upper row and the row below; in all others the first byte, and the one to the right.
  expect(mixedIn(rows)).toBe(4 + 1 + 19 * 2 + 4);
});

test('counts every byte of a pattern, but not those after the last row', () => {
  expect(mixedIn(new Uint8Array(STRIDE * height + 9).fill(0xaa))).toBe(STRIDE * height);
});

test('counts nothing without a limit', () => {
  expect(isTooMixed({ width, height, settings }, new Uint8Array(STRIDE * height).fill(0xaa))).toBe(false);
});
