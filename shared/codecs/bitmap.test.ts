import { expect, test } from 'vitest';
import { bitmapFromSamples, samplesFromBitmap } from './bitmap.ts';

test('a sample of 0 is a black pixel, and padding comes out as 0 both ways', () => {
  const samples = new Uint8Array([0b10101010, 0b01111111, 0b00000000, 0b11000000]);
  const bitmap = bitmapFromSamples(samples, 10, 2);
  expect([...bitmap.data]).toEqual([0b01010101, 0b10000000, 0b11111111, 0b00000000]);
  expect([...samplesFromBitmap(bitmap)]).toEqual([0b10101010, 0b01000000, 0b00000000, 0b11000000]);
});
