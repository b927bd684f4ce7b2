import { expect, test } from 'vitest';
import {
  bitmapFromSamples,
  clearPadding,
  complementRows,
  hasClearPadding,
  sameBitmap,
  samplesFromBitmap,
} from './bitmap.ts';

test('a sample of 0 is a black pixel, and padding comes out as 0 both ways', () => {
  const samples = new Uint8Array([0b10101010, 0b01111111, 0b00000000, 0b11000000]);
  const bitmap = bitmapFromSamples(samples, 10, 2);
  expect([...bitmap.data]).toEqual([0b01010101, 0b10000000, 0b11111111, 0b00000000]);
  expect([...samplesFromBitmap(bitmap)]).toEqual([0b10101010, 0b01000000, 0b00000000, 0b11000000]);
});

test.each([1, 3, 4, 5, 11])('of %d rows each byte is inverted, and what is missing counts as 0', (height) => {
  const rows = Uint8Array.from({ length: height * 3 - 2 }, (_, at) => at * 37);
  const inverted = Uint8Array.from({ length: height * 3 }, (_, at) => ~(rows[at] ?? 0));
  expect(complementRows(rows, 24, height)).toEqual(inverted);
});

test.each([1, 7, 8, 9, 16])(
  'rows %d pixels wide are told to have clear padding just where clearing it changes nothing',
  (width) => {
    const stride = Math.ceil(width / 8);
    for (let bit = 0; bit < stride * 8; bit += 1) {
      const rows = new Uint8Array(stride * 2);
      rows[stride + (bit >> 3)] = 0x80 >> (bit & 7);
      const cleared = rows.slice();
      clearPadding(cleared, width, 2);
      expect(hasClearPadding(rows, width, 2)).toBe(cleared.every((byte, at) => byte === rows[at]));
    }
  },
);

test('bitmaps are the same by size and bytes', () => {
  const bitmap = { width: 16, height: 2, data: Uint8Array.of(1, 2, 3, 4) };
  expect(sameBitmap(bitmap, { ...bitmap, data: bitmap.data.slice() })).toBe(true);
  expect(sameBitmap(bitmap, { ...bitmap, data: Uint8Array.of(1, 2, 3, 5) })).toBe(false);
  expect(sameBitmap(bitmap, { ...bitmap, width: 15 })).toBe(false);
  expect(sameBitmap(bitmap, { width: 8, height: 4, data: bitmap.data })).toBe(false);
  expect(sameBitmap(bitmap, { ...bitmap, data: bitmap.data.subarray(1) })).toBe(false);
});
