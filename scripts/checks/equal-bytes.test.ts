import { expect, test } from 'vitest';

test('arrays of numbers are equal where kind and bytes are', () => {
  const bytes = Uint8Array.from({ length: 70_000 }, (_, at) => at);
  expect({ bytes }).toEqual({ bytes: bytes.slice() });
  // A view into a larger buffer is compared only by its own bytes.
  expect(bytes.subarray(256, 512)).toEqual(bytes.slice(0, 256));
  expect(bytes).not.toEqual(bytes.with(69_999, 1));
  expect(bytes).not.toEqual(bytes.subarray(1));
  expect(Uint8Array.of(1, 0)).not.toEqual(Uint16Array.of(1));
  expect(Float64Array.of(Number.NaN, 0.5)).toEqual(Float64Array.of(Number.NaN, 0.5));
  expect(Float64Array.of(0.5)).not.toEqual(Float64Array.of(0.25));
});
